// Zone and seed are the same on every machine, also in workers and in what they start. Set `TZ` or `PROPERTY_SEED` to change them.
process.env.TZ ??= 'UTC'
/** Seed of properties (`libs/testing/src/property.ts`): the same inputs in each run. */
process.env.PROPERTY_SEED ??= '20260101'

/** Files that only a proof runs (`npm run proof`). */
const specs = process.env.PROOF ? '*.{spec,proof}.ts' : '*.spec.ts'

const typescript = (extra = {}) => [
  '@swc/jest',
  {
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'commonjs' },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: extra.tsx ?? false, decorators: true, dynamicImport: true },
      keepClassNames: true,
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        react: { runtime: 'automatic' },
      },
    },
  },
]

/**
 * Read from the function around each module, not through the sandbox's global, which takes 40 times as long (a distance 4 µs
 * instead of 0.09). Only what no test replaces: clocks, timers and `fetch` stay out.
 */
const sandboxInjectedGlobals = [
  ...['Math', 'Number', 'Object', 'Array', 'String', 'Boolean', 'BigInt', 'Symbol', 'RegExp', 'JSON', 'Reflect'],
  ...['Map', 'Set', 'WeakMap', 'WeakSet', 'Promise', 'Error', 'TypeError', 'RangeError', 'Uint8Array'],
]

const shared = {
  rootDir: import.meta.dirname,
  sandboxInjectedGlobals,
  setupFilesAfterEnv: ['<rootDir>/tests/support/jest/patience.ts'],
  testEnvironment: 'node',
  // What outlives a file may be the product's (`built` below), and projects share workers.
  testEnvironmentOptions: { globalsCleanup: 'off' },
  transform: {
    '^.+\\.ts$': typescript(),
    '^.+\\.tsx$': typescript({ tsx: true }),
    '^.+\\.m?js$': '<rootDir>/tests/support/jest/esm-dependencies.cjs',
  },
  transformIgnorePatterns: [],
  moduleNameMapper: {
    '^@roadbook/migrations$': '<rootDir>/migrations/src/index.ts',
    '^@roadbook/(migrations|tools)/(.*)$': '<rootDir>/$1/src/$2.ts',
    '^@roadbook/(api|gateway|consumer|identity|mailbox)/(.*)$': '<rootDir>/apps/$1/src/$2.ts',
    '^@roadbook/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^@roadbook/([^/]+)/(.+)$': '<rootDir>/libs/$1/src/$2.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/.data', '<rootDir>/.cache'],
}

/** Specs of the product as it was built (`npm run build`). */
const built = {
  ...shared,
  globalSetup: '<rootDir>/tests/support/jest/build.mjs',
  setupFilesAfterEnv: [...shared.setupFilesAfterEnv, '<rootDir>/tests/support/jest/restored.ts'],
  testEnvironment: '<rootDir>/tests/support/jest/built-environment.cjs',
  runtime: '<rootDir>/tests/support/jest/built-runtime.cjs',
  transform: { '^.+\\.ts$': typescript() },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
}

export default {
  // Files leave something in memory each: a worker that keeps little starts again seldom and ends at once.
  workerIdleMemoryLimit: '1GB',
  coverageProvider: 'v8',
  testSequencer: '<rootDir>/tests/support/jest/waiting-first.cjs',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/libs/**/*.spec.ts',
        '<rootDir>/apps/{api,gateway,consumer,identity,mailbox}/**/*.spec.ts',
        '<rootDir>/tools/**/*.spec.ts',
      ],
    },
    {
      ...shared,
      displayName: 'portal',
      // A library there calls something of its own `Map`; and what takes time there is the document, which is not of the sandbox.
      sandboxInjectedGlobals: [],
      testEnvironment: '<rootDir>/tests/support/jest/jsdom-environment.cjs',
      runtime: '<rootDir>/tests/support/jest/kept-modules-runtime.cjs',
      transform: {
        '/i18n/locales/\\w+/(index|frame)\\.ts$': '<rootDir>/tests/support/jest/files-of-folder.cjs',
        '/cjs/(react.(production|development)|react-dom-client.production)\\.js$':
          '<rootDir>/tests/support/jest/react-as-shipped.cjs',
        ...shared.transform,
      },
      testMatch: ['<rootDir>/apps/portal/**/*.spec.{ts,tsx}'],
      setupFilesAfterEnv: [...shared.setupFilesAfterEnv, '<rootDir>/apps/portal/src/testing/setup.ts'],
      moduleNameMapper: {
        '\\.(css|svg|png|woff2)(\\?.*)?$': '<rootDir>/tests/support/jest/empty-module.cjs',
        ...shared.moduleNameMapper,
      },
    },
    {
      ...built,
      displayName: 'integration',
      testMatch: [`<rootDir>/tests/integration/**/${specs}`],
      globalSetup: '<rootDir>/tests/support/jest/global-setup.mjs',
      globalTeardown: '<rootDir>/tests/support/jest/global-teardown.mjs',
    },
    {
      ...built,
      displayName: 'chaos',
      testMatch: [`<rootDir>/tests/chaos/**/${specs}`],
    },
  ],
}
