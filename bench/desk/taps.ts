/** Counts the taps that a host's tasks need. Each task is done on a tablet, and its outcome is checked. */
import type { Locator, Page } from 'playwright-core';
import type { Frame } from './frames.ts';

type Hand = { tap(target: Locator): Promise<void> };
type Task = {
  name: string;
  /** The highest allowed number of taps. */
  most: Record<Frame, number>;
  /** Performs the task, and resolves when the page shows the outcome. */
  perform(page: Page, hand: Hand, frame: Frame): Promise<void>;
};

const both = (taps: number) => ({ dashboard: taps, stand: taps });

/** The tasks in the order in which they run at one location. */
const tasks: Task[] = [
  {
    name: 'admit',
    most: both(1),
    async perform(page, { tap }) {
      const name = await nameIn(page, 'queue', 0);
      await tap(page.getByRole('button', { name: `Admit ${name}`, exact: true }));
      await inList(page, 'arriving', name).waitFor();
    },
  },
  {
    name: 'arrived',
    most: both(1),
    async perform(page, { tap }) {
      const name = await nameIn(page, 'arriving', 0);
      await tap(page.getByRole('button', { name: `Arrived ${name}`, exact: true }));
      await inList(page, 'done', name).first().waitFor();
    },
  },
  {
    name: 'remove',
    most: { dashboard: 1, stand: 2 },
    async perform(page, { tap }, frame) {
      const name = await nameIn(page, 'queue', 1);
      if (frame === 'stand') {
        await tap(page.getByRole('button', { name: `More for ${name}`, exact: true }));
        await tap(page.getByRole('button', { name: 'Remove', exact: true }));
      } else await tap(page.getByRole('button', { name: `Remove ${name}`, exact: true }));
      await page.getByRole('button', { name: `Undo ${name}`, exact: true }).waitFor();
    },
  },
  {
    name: 'recall',
    most: both(2),
    async perform(page, { tap }) {
      const name = await nameIn(page, 'done', 0);
      const back = page.getByRole('region', { name: 'Done today' });
      await tap(back.getByRole('button', { name: `Recall ${name}`, exact: true }).first());
      // After the recall, the party is again in the list in which it was before its visit ended.
      await inList(page, 'arriving', name)
        .or(inList(page, 'queue', name))
        .first()
        .waitFor();
    },
  },
  {
    name: 'walk_in',
    most: both(3),
    async perform(page, { tap }) {
      await tap(page.getByRole('button', { name: 'Add walk-in', exact: true }));
      // The name field has the focus.
      await page.keyboard.type('Zelda Quick');
      await tap(page.getByRole('radio', { name: '4 guests', exact: true }));
      await tap(page.getByRole('button', { name: /^Add as/ }));
      await inList(page, 'queue', 'Zelda Quick').waitFor();
    },
  },
  {
    name: 'find_a_size',
    most: both(1),
    async perform(page, { tap }) {
      const filter = page.getByRole('list', { name: 'Show only' }).getByRole('button').first();
      await tap(filter);
      const sizes = page.locator('[data-list="queue"] > li').getByText(/^[12] guests?$/);
      const rows = await page.locator('[data-list="queue"] > li').count();
      if (rows === 0 || (await sizes.count()) !== rows) throw new Error('The filter shows other sizes.');
      await filter.click();
    },
  },
  {
    name: 'move_to_a_place',
    most: both(3),
    async perform(page, { tap }) {
      const name = await nameIn(page, 'queue', 4);
      await tap(page.getByRole('button', { name: new RegExp(`^Place \\d+: move ${name}$`) }));
      // The place field has the focus, and a typed digit replaces the number.
      await page.keyboard.type('2');
      await tap(page.getByRole('button', { name: 'Move to 2', exact: true }));
      await page.locator('[data-list="queue"] > [data-visit]').nth(1).getByText(name).waitFor();
    },
  },
];

export type Taps = { task: string; taps: number; most: number };

export async function countTaps(page: Page, frame: Frame): Promise<Taps[]> {
  const counted: Taps[] = [];
  for (const { name, most, perform } of tasks) {
    let taps = 0;
    const hand = {
      async tap(target: Locator): Promise<void> {
        await target.tap();
        taps += 1;
      },
    };
    await perform(page, hand, frame);
    counted.push({ task: name, taps, most: most[frame] });
    // After a press, the rows' buttons are disabled for a moment.
    await page.waitForTimeout(1_000);
  }
  return counted;
}

async function nameIn(page: Page, list: 'queue' | 'arriving' | 'done', index: number): Promise<string> {
  return (await page.locator(`[data-list="${list}"] > [data-visit] h3`).nth(index).innerText()).trim();
}

function inList(page: Page, list: 'queue' | 'arriving' | 'done', name: string): Locator {
  return page.locator(`[data-list="${list}"] > [data-visit]`).getByText(name, { exact: true });
}
