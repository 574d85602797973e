import { queryOptions } from '@tanstack/react-query';
import { devicesAnswer, deviceView, pinAnswer, type DeviceView } from '../../../shared/contracts/devices.ts';
import { ApiError, request } from '../../lib/api.ts';

/** `GET /auth/devices`: the enrolled devices. */
export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ signal }) => request('GET', '/auth/devices', { schema: devicesAnswer, signal }),
  staleTime: 1_000,
});

/** `GET /auth/pin`: the state of the own PIN. */
export const pinQuery = queryOptions({
  queryKey: ['pin'],
  queryFn: ({ signal }) => request('GET', '/auth/pin', { schema: pinAnswer, signal }),
  staleTime: 1_000,
});

/** How often the page of a device checks that it is still enrolled, and who has a PIN. */
const CHECK_MS = 60_000;

/** `GET /auth/device`: this device; null if the browser is not enrolled, or the device was revoked. */
export const deviceQuery = queryOptions({
  queryKey: ['device'],
  queryFn: ({ signal }) => askDevice(signal),
  staleTime: 1_000,
  refetchInterval: CHECK_MS,
});

async function askDevice(signal: AbortSignal): Promise<DeviceView | null> {
  try {
    return await request('GET', '/auth/device', { schema: deviceView, signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}
