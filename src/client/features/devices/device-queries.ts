import { queryOptions } from '@tanstack/react-query';
import { devicesAnswer, ownDevice, pinAnswer } from '../../../shared/contracts/devices.ts';
import { request } from '../../lib/api.ts';

/** `GET /auth/devices`: the enrolled devices. */
export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ signal }) => request('GET', '/auth/devices', { schema: devicesAnswer, signal }),
  staleTime: 1_000,
});

/** `GET /auth/pin`: the state of the person's own PIN. */
export const pinQuery = queryOptions({
  queryKey: ['pin'],
  queryFn: ({ signal }) => request('GET', '/auth/pin', { schema: pinAnswer, signal }),
  staleTime: 1_000,
});

/** At this interval the page of a device checks whether the device is still enrolled, and which members have a PIN. */
const CHECK_MS = 60_000;

/** `GET /auth/device`: this device. Null if this browser is not enrolled, or if the device was revoked. */
export const deviceQuery = queryOptions({
  queryKey: ['device'],
  queryFn: ({ signal }) => request('GET', '/auth/device', { schema: ownDevice, signal }),
  staleTime: 1_000,
  refetchInterval: CHECK_MS,
});
