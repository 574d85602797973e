import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { lineCopy } from '../../../../shared/copy/owner/line.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import type { TextState } from '../../../../shared/contracts/queue-view.ts';
import { isMasked } from '../../../../shared/queue/masked-number.ts';
import { NUMBER_CHECK_AFTER_MS } from '../../../../shared/limits.ts';
import { textObstacles, type TextObstacle } from '../../../../shared/visit-values.ts';
import { request } from '../../../lib/api.ts';
import { Icon } from '../../../ui/icon.tsx';
import { TextLine } from '../party/text-line.tsx';
import styles from './party-fields.module.css';

/** The part of the number check's answer that this file uses: the reason why no text can be sent to the number. */
const numberCheck = z.object({ obstacle: z.optional(z.enum(textObstacles)) });

const obstacles: Record<TextObstacle, string> = {
  landline: lineCopy.party.landline,
  unknown: ownerCopy.textMessage.number_unreachable,
  country: ownerCopy.textMessage.foreign_number,
};

type Props = {
  username: string;
  locationId: string;
  /** The number to which the server would send a text; empty if the server sends no text to the party. */
  phoneNumber: string;
  /** The text of a party in line, or the reason why the party gets no text. */
  message?: TextState | undefined;
};

/**
 * Says whether a text can reach a number. The server checks the number when staff stop typing. Screen readers announce
 * a changed result. If the check fails, the page shows no result. The server checks the number again when the party's
 * turn comes. A masked number is not checked.
 */
export function Reach({ username, locationId, phoneNumber, message }: Props) {
  const { data } = useQuery({
    queryKey: ['number-check', locationId, phoneNumber],
    async queryFn({ signal }) {
      await new Promise((resolve) => setTimeout(resolve, NUMBER_CHECK_AFTER_MS));
      return request('POST', `/auth/business/${encodeURIComponent(username)}/number-check`, {
        body: { locationId, phoneNumber },
        schema: numberCheck,
        signal,
      });
    },
    staleTime: Infinity,
    enabled: phoneNumber !== '' && !isMasked(phoneNumber),
  });
  return (
    <div role="status">
      {phoneNumber === '' ? null : data?.obstacle !== undefined ? (
        <p className={styles.unreachable}>
          <Icon name="warning" size={18} />
          {obstacles[data.obstacle]}
        </p>
      ) : message !== undefined ? (
        <TextLine state={message} />
      ) : (
        data && (
          <p className={styles.reach}>
            <Icon name="check" size={18} />
            {lineCopy.sheet.canText}
          </p>
        )
      )}
    </div>
  );
}
