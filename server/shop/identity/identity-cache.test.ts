import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openTestShop } from '../../testing/test-shop.ts';
import { openVersion } from '../catalogue/version.ts';
import { IdentityCache } from './identity-cache.ts';
import { replaceIdentity } from './store.ts';

const shop = await openTestShop();
const { db } = shop.services;
const publicUrl = 'https://shop.example';
beforeEach(() => replaceIdentity(shop.services, undefined));

/** The cache of a server that polls the version, as each one does. */
function openServer() {
  const version = openVersion(db);
  const cache = new IdentityCache({ db, publicUrl, catalogueVersion: version.current });
  onTestFinished(version.close);
  return cache;
}

test('every running server shows an identity after its import, without a restart', async () => {
  const servers = [openServer(), openServer()];
  const names = () => Promise.all(servers.map(async (cache) => (await cache.current()).shop?.name));
  expect(await names()).toEqual([undefined, undefined]);
  await replaceIdentity(shop.services, { name: 'Birch' });
  await expect.poll(names).toEqual(['Birch', 'Birch']);
  await replaceIdentity(shop.services, undefined);
  await expect.poll(names).toEqual([undefined, undefined]);
});

test('a server serves the files of a page that another one made of a newer identity', async () => {
  await replaceIdentity(shop.services, { name: 'Birch' });
  const first = new IdentityCache({ db, publicUrl, catalogueVersion: async () => 'first' });
  await first.current();
  await replaceIdentity(shop.services, { name: 'Oak' });
  const second = new IdentityCache({ db, publicUrl, catalogueVersion: async () => 'second' });
  const { shop: shown } = await second.current();
  const icon = shown?.icon.split('/').at(-1) ?? '';
  expect((await first.findFile(icon, () => {}))?.body).toContain('>O</text>');
});

test('while the database can’t be read, the identity that was read stays', async () => {
  await replaceIdentity(shop.services, { name: 'Birch' });
  const broken = Object.assign(Object.create(db), {
    selectFrom: () => {
      throw new Error('no database');
    },
  });
  const services = { db, publicUrl, catalogueVersion: async () => 'same' };
  const cache = new IdentityCache(services);
  expect((await cache.current()).shop?.name).toBe('Birch');
  services.db = broken;
  expect((await cache.current()).shop?.name).toBe('Birch');
});
