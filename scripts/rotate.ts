/**
 * `npm run rotate -- <origin>`: seals every stored secret with the newest key of `SEALING_KEYS` (docs/operations.md).
 */
import { rotateAnswer } from '../src/shared/contracts/operator.ts';
import { asAdmin, reasonOf } from './operator/admin-calls.ts';
import { words } from './operator/terminal.ts';

const [origin = ''] = words(1, 'npm run rotate -- <origin>');
await asAdmin(
  origin,
  async (post) => {
    const away: string[] = [];
    let resealed = 0;
    let next: string | null = '';
    while (next !== null) {
      const page = rotateAnswer.parse(await post('/admin/rotate', { after: next }));
      resealed += page.resealed;
      away.push(...page.away);
      next = page.next;
    }
    console.log(`${resealed} sealed by the newest key.`);
    if (away.length > 0) throw new Error(`these locations did not answer: ${away.join(', ')}`);
  },
  (error) => `Not everything is sealed by the newest key: ${reasonOf(error)}. Run the same command again.`,
);
