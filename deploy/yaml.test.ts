/** Docker and Kubernetes are not on every machine, so their files are checked for keys and for names that lead nowhere. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TObject, Type } from 'typebox';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { settingNames } from '../server/platform/settings/config.ts';

const settings: readonly string[] = settingNames;
const read = (name: string) => readFile(join(import.meta.dirname, name), 'utf8');
const keysOf = (object: object = {}) => Object.keys(object);

/** An object with some of these keys, and no others. */
const some = <T extends Parameters<typeof Type.Object>[0]>(properties: T) =>
  Type.Partial(Type.Object(properties, { additionalProperties: false }));

const texts = Type.Array(Type.String());
const Service = some({
  image: Type.String({ pattern: '^[a-z]+:[0-9.]+$' }),
  build: some({ context: Type.String(), dockerfile: Type.String() }),
  deploy: some({ replicas: Type.Integer({ minimum: 2 }) }),
  environment: Type.Record(Type.String(), Type.String()),
  depends_on: Type.Record(Type.String(), some({ condition: Type.Literal('service_healthy') })),
  healthcheck: some({
    ...{ test: texts, interval: Type.String(), timeout: Type.String() },
    retries: Type.Integer(),
  }),
  ...{ init: Type.Boolean(), read_only: Type.Boolean(), shm_size: Type.String() },
  ...{ restart: Type.Literal('unless-stopped'), stop_grace_period: Type.String() },
  ...{ ports: texts, tmpfs: texts, cap_drop: texts, security_opt: texts, volumes: texts },
  networks: texts,
});
const Compose = Type.Object(
  {
    name: Type.String(),
    services: Type.Record(Type.String(), Service),
    networks: Type.Record(
      Type.String(),
      Type.Union([Type.Null(), some({ internal: Type.Boolean() })]),
    ),
    volumes: Type.Record(Type.String(), Type.Null()),
  },
  { additionalProperties: false },
);

/** @throws a problem with its path */
function check<T extends TObject>(schema: T, value: unknown): Type.Static<T> {
  const [problem] = Value.Errors(schema, value);
  if (problem) throw new Error(`${problem.instancePath} ${problem.message}`);
  // It has no problem.
  return value as Type.Static<T>;
}

test('Compose has only keys and settings that exist, and services that reach what they depend on', async () => {
  const { services, networks, volumes } = check(Compose, parse(await read('compose.yaml')));
  const { shop } = services;
  expect(keysOf(shop?.environment).filter((name) => !settings.includes(name))).toEqual([]);
  for (const [name, service] of Object.entries(services)) {
    for (const network of service.networks ?? []) expect(keysOf(networks), name).toContain(network);
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':');
      if (source.startsWith('./')) expect(existsSync(join(import.meta.dirname, source))).toBe(true);
      else if (!source.startsWith('$')) expect(keysOf(volumes), name).toContain(source);
    }
    for (const other of keysOf(service.depends_on)) {
      const { healthcheck, build, networks: reached = [] } = services[other] ?? {};
      const file = build && join(import.meta.dirname, build.context ?? '', build.dockerfile ?? '');
      const isChecked =
        healthcheck ?? (file && (await readFile(file, 'utf8')).match(/^HEALTHCHECK /m));
      expect(isChecked, other).toBeTruthy();
      expect(reached.some((network) => service.networks?.includes(network))).toBe(true);
    }
  }
});

test('Compose demands what has no default', async () => {
  const text = await read('compose.yaml');
  const demanded = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  expect([...new Set(demanded)].sort()).toEqual([
    'CERTIFICATES',
    'POSTGRES_PASSWORD',
    'PUBLIC_URL',
  ]);
});

test('what Kubernetes selects, mounts and forwards to has these labels, names and settings', async () => {
  const documents = parseAllDocuments(await read('kubernetes.yaml'));
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  const all = documents.map((document) => document.toJS());
  const ofKind = (kind: string) => all.find((object) => object.kind === kind);
  const { spec } = ofKind('Deployment');
  const { labels } = spec.template.metadata;
  const service = ofKind('Service');
  for (const selector of [
    spec.selector.matchLabels,
    service.spec.selector,
    ofKind('PodDisruptionBudget').spec.selector.matchLabels,
  ]) {
    expect(labels).toMatchObject(selector);
  }
  const { containers, volumes } = spec.template.spec;
  const [shop] = containers;
  const names = (list: { name: string }[]) => list.map(({ name }) => name);
  expect(names(shop.env).filter((name) => !settings.includes(name))).toEqual([]);
  expect(names(volumes)).toEqual(names(shop.volumeMounts));
  const [forwarded] = service.spec.ports;
  for (const port of [
    forwarded.targetPort,
    shop.startupProbe.httpGet.port,
    shop.livenessProbe.httpGet.port,
    shop.readinessProbe.httpGet.port,
  ]) {
    expect(names(shop.ports)).toContain(port);
  }
  const [rule] = ofKind('Ingress').spec.rules;
  const [{ backend }] = rule.http.paths;
  expect(backend.service).toEqual({
    name: service.metadata.name,
    port: { name: forwarded.name },
  });
});
