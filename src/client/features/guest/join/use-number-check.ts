import { useEffect, useState } from 'react';
import { NUMBER_CHECK_AFTER_MS } from '../../../../shared/limits.ts';
import { checkNumber } from '../visit/calls.ts';

/**
 * When the guest stops typing, asks the server whether texts can be sent to the number. Returns the reason why texts
 * cannot be sent; undefined if texts can be sent, or if the answer is unknown. A failed check is ignored, because the
 * number is checked again at the turn.
 */
export function useNumberCheck(
  username: string,
  locationId: string,
  phoneNumber: string,
): string | undefined {
  const [checked, setChecked] = useState<{ reason?: string | undefined; phoneNumber: string }>();
  useEffect(() => {
    if (phoneNumber === '' || locationId === '') return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      checkNumber(username, { locationId, phoneNumber }, stop.signal).then(
        (check) => setChecked({ ...check, phoneNumber }),
        () => undefined,
      );
    }, NUMBER_CHECK_AFTER_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [username, locationId, phoneNumber]);
  return checked?.phoneNumber === phoneNumber ? checked.reason : undefined;
}
