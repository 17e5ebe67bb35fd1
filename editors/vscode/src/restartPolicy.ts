/** When a server that died is started again: a few times, never in a storm. */

const RESTARTS = 3;
const WINDOW_MS = 3 * 60 * 1000;

export class RestartPolicy {
  private deaths: number[] = [];

  /** The server has died; may it be started again without asking the user? */
  died(now: number): boolean {
    this.deaths = this.deaths.filter((time) => now - time < WINDOW_MS);
    this.deaths.push(now);
    return this.deaths.length <= RESTARTS;
  }

  /** The user asked for a restart: a clean slate. */
  forgive(): void {
    this.deaths = [];
  }
}
