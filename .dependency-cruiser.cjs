/** Rules for imports. The reasons are in docs/architecture.md. One rule covers all present and future folders of a kind. */
const pure = '^libs/(contracts|bytes|geo|protocols|trips|alerts)/src/'

/** Rooms of the API, from the ground up. Each may import from its own floor and below, never from above. */
const apiFloors = [
  ['money', 'texts'],
  ['http'],
  ['database', 'outside', 'roads'],
  ['auth'],
  ['audit', 'day-sums', 'photos', 'sharing'],
  ['lists'],
  ['jobs'],
  ['base-map', 'geocoder', 'mail', 'push', 'road-matching'],
  ['bulk', 'disclosures', 'endings', 'exports', 'identity-directory', 'live', 'sheets'],
  ['papers', 'resources'],
  ['features', 'health'],
  ['server'],
]

/** Rooms of the portal, in the same order. Its tests may import from all of them. */
const portalFloors = [
  ['config', 'i18n', 'service-worker', 'storage', 'theme'],
  ['lib'],
  ['components', 'live'],
  ['map', 'table'],
  ['features'],
  ['app'],
]
const floorsOf = (name, root, floors) =>
  floors.slice(0, -1).map((rooms, floor) => ({
    name,
    severity: 'error',
    from: { path: `^${root}(${rooms.join('|')})/` },
    to: {
      path: `^${root}(${floors
        .slice(floor + 1)
        .flat()
        .join('|')})/`,
    },
  }))

module.exports = {
  forbidden: [
    ...floorsOf('api-floors', 'apps/api/src/', apiFloors),
    ...floorsOf('portal-floors', 'apps/portal/src/', portalFloors),
    {
      name: 'api-rooms-have-a-floor',
      comment: 'A new folder of the API is written into the floors above.',
      severity: 'error',
      from: { path: '^apps/api/src/[^/]+/', pathNot: `^apps/api/src/(${apiFloors.flat().join('|')})/` },
      to: {},
    },
    {
      name: 'gateway-floors',
      comment: 'Listeners bring connections to sessions, and sessions know no listener; commands know neither.',
      severity: 'error',
      from: {
        path: '^apps/gateway/src/',
        pathNot: ['^apps/gateway/src/(listeners|forwarding|testing)/', '/(gateway|gateway\\.module|bootstrap|main)\\.ts$'],
      },
      to: { path: '^apps/gateway/src/listeners/' },
    },
    {
      name: 'gateway-floors',
      severity: 'error',
      from: { path: '^apps/gateway/src/commands/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^apps/gateway/src/(session|dialogue|publisher|replies|outgoing|presence|gateway)[^/]*\\.ts$' },
    },
    {
      name: 'api-floors',
      comment: 'What puts the API together stands above all of its rooms; only the configuration is read everywhere.',
      severity: 'error',
      from: { path: '^apps/api/src/[^/]+/' },
      to: { path: '^apps/api/src/[^/]+\\.ts$', pathNot: '^apps/api/src/configuration\\.ts$' },
    },
    {
      name: 'consumer-floors',
      comment:
        'Alerts, commands and the registry take their parts, not the whole context; the pipeline and its steps stand above them.',
      severity: 'error',
      from: { path: '^apps/consumer/src/(alerts|commands)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^apps/consumer/src/', pathNot: '^apps/consumer/src/(alerts|commands|registry)/' },
    },
    {
      name: 'consumer-floors',
      severity: 'error',
      from: { path: '^apps/consumer/src/registry/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^apps/consumer/src/', pathNot: '^apps/consumer/src/registry/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved',
      comment: 'The address of an asset (?url) is the bundler’s to resolve, and fails its build where it is wrong.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\.wasm\\?url$' },
    },
    { name: 'libs-never-import-apps', severity: 'error', from: { path: '^libs/' }, to: { path: '^(apps|tools|migrations)/' } },
    {
      name: 'apps-are-strangers',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'pure-libs',
      comment:
        'Contracts, bytes, geo, protocols, trips and alerts import only each other, binary-parser, protobufjs and flatbush: no Nest, no I/O, no clock.',
      severity: 'error',
      from: { path: pure, pathNot: ['\\.spec\\.ts$', '/src/testing/'] },
      to: {
        pathNot: [
          pure,
          '^libs/(contracts|bytes|geo|protocols|trips|alerts)/dist/',
          'node_modules/(binary-parser|protobufjs|long|flatbush)/',
        ],
      },
    },
    {
      name: 'protocols-are-islands',
      severity: 'error',
      comment: 'A protocol knows the contract and what all of them share, and no other protocol.',
      from: { path: '^libs/protocols/src/([^/]+)/', pathNot: ['\\.spec\\.ts$', '^libs/protocols/src/testing/'] },
      to: {
        path: '^libs/',
        pathNot: [
          '^libs/protocols/src/($1|common)/',
          '^libs/protocols/src/(protocol|datagrams)\\.ts$',
          '^libs/(bytes|geo|contracts)/',
        ],
      },
    },
    {
      name: 'features-by-front-door',
      comment: 'An API feature imports another only through its index.ts.',
      severity: 'error',
      from: { path: '^apps/api/src/features/([^/]+)/' },
      to: {
        path: '^apps/api/src/features/',
        pathNot: ['^apps/api/src/features/$1/', '^apps/api/src/features/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'portal-features-are-islands',
      severity: 'error',
      from: { path: '^apps/portal/src/features/([^/]+)/' },
      to: {
        path: '^apps/portal/src/(features|app)/',
        // A return starts on any screen with a tracker, and a guide opens wherever it helps.
        pathNot: ['^apps/portal/src/features/$1/', '^apps/portal/src/features/(returns|guides)/index\\.ts$'],
      },
    },
    {
      name: 'portal-sees-two-libs',
      severity: 'error',
      from: { path: '^apps/portal/src/' },
      to: { path: '^libs/', pathNot: '^libs/(contracts|geo)/' },
    },
    {
      name: 'workers-have-no-page',
      comment: 'A worker that loads React, on whatever way, ends at once: there is no document. The map stays empty.',
      severity: 'error',
      from: { path: '^apps/portal/src/.*(-worker|/sw)\\.ts$' },
      to: { path: 'node_modules/(react|react-dom|react-i18next|@mui/[^/]+)/', reachable: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.sources.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['types', 'import', 'require', 'node', 'default'] },
  },
}
