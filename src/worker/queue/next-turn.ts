/**
 * The next turn of the event loop, the same for all who wait for it in this one. The object's storage commits once a turn,
 * and a commit (its pages, and waiting for the disk) costs several times what a join does: in a crowd it is shared.
 */
export class NextTurn {
  #next: Promise<void> | null = null;

  /** Resolves when the turn begins, to each in the order of asking, with nothing else in between. */
  begins(): Promise<void> {
    this.#next ??= this.#wait();
    return this.#next;
  }

  async #wait(): Promise<void> {
    await scheduler.wait(0);
    this.#next = null;
  }
}
