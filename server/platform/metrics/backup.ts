import { Gauge, type Registry } from 'prom-client';
import { readInTime } from './read-in-time.ts';

/** Reads with each scrape when the last backup was made. @param readLastBackup milliseconds; undefined if there is none */
export function watchBackup(
  registry: Registry,
  readLastBackup: () => Promise<number | undefined>,
): void {
  new Gauge({
    name: 'qkart_last_backup_timestamp_seconds',
    help: 'Unix time of the last backup that qkart backup made or was told of; 0 if there is none.',
    registers: [registry],
    async collect() {
      const read = await readInTime(readLastBackup().then((madeAt = 0) => ({ madeAt })));
      if (read === undefined) this.remove();
      else this.set(read.madeAt / 1_000);
    },
  });
}
