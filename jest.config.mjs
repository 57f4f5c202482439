// Use the same time zone and random seed on every machine, in workers and in the processes they start. Set `TZ` or
// `PROPERTY_SEED` to change them.
process.env.TZ ??= 'UTC'
/** Seed of the property tests (`libs/testing/src/property.ts`), so that each run uses the same inputs. */
process.env.PROPERTY_SEED ??= '20260101'

/** File pattern of specs. Files named `*.proof.ts` run only in a proof (`npm run proof`). */
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
 * Globals that modules read from the function around each module instead of the sandbox's global. The sandbox's global takes 40
 * times as long (4 µs instead of 0.09 µs for one distance). The list holds only globals that no test replaces, so not clocks,
 * timers or `fetch`.
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
  // Do not clean up globals after a file: what survives may belong to the built product (`built` below), and projects share
  // workers.
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

/** Settings for specs that test the built product (`npm run build`). */
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
  // Each file leaves something in memory. A worker that uses little memory is rarely restarted and exits at once.
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
      // Inject none: a library there has its own `Map`. Most of the time goes into the document, which is not part of the
      // sandbox.
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
