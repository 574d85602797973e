import { expect } from 'vitest';
import * as z from 'zod/mini';

const aLine = z.record(z.string(), z.unknown());

/** The events in these log lines, without the request ids, because request ids are random. */
export function eventsIn(lines: string[]): z.infer<typeof aLine>[] {
  return lines.map((line) => {
    const entries = Object.entries(aLine.parse(JSON.parse(line)));
    const [name, id] = entries.pop() ?? [];
    expect(['requestId', 'alarmId', 'cronId']).toContain(name);
    expect(id).toMatch(/^[\da-f]{16}$/);
    return Object.fromEntries(entries);
  });
}
