// Keeps React, MUI and their dependencies loaded from file to file of a worker, in the one window that its files share
// (`kept-window.cjs`). V8 then optimises them once instead of for each of 157 files, which took an eighth of the time. Everything
// else is loaded anew for each file: the portal, and libraries that keep state (queries, router, texts, testing-library).
const Runtime = require('jest-runtime').default

const KEPT = [
  ...['react', 'react-dom', 'react-is', 'scheduler', 'react-transition-group', 'prop-types', 'hoist-non-react-statics'],
  ...['@mui/[^/]+', '@emotion/[^/]+', 'stylis', '@popperjs/core', '@babel/runtime', 'clsx', 'lucide-react'],
  ...['i18next', 'dom-accessibility-api', 'aria-query'],
]
const keptFolder = new RegExp(`^.*/node_modules/(${KEPT.join('|')})/(?!.*/node_modules/)`)
const isKept = (file) => keptFolder.test(file)

const kept = new Map()
let current

module.exports = class extends Runtime {
  constructor(...parts) {
    super(...parts)
    if (!this._environment.keepsModules) return
    current = this
    for (const [file, module] of kept) this.registries.getActiveCjsRegistry().set(file, module)
  }

  /** Loads modules that a kept module requires later with the runtime of the present file. */
  requireModuleOrMock(from, name) {
    const runtime = current && this !== current && isKept(from) ? current : this
    return runtime === this ? super.requireModuleOrMock(from, name) : runtime.requireModuleOrMock(from, name)
  }

  // Counts resets. A file that resets its modules has other instances from then on, so none of them is kept. The first reset is
  // the constructor's.
  resetModules() {
    this.resets = (this.resets ?? 0) + 1
    super.resetModules()
  }

  teardown() {
    if (current === this && this.resets === 1)
      for (const [file, module] of this.registries.getActiveCjsRegistry())
        if (module.loaded && isKept(file)) kept.set(file, module)
    super.teardown()
  }
}

const keptWith = (name) => Array.from(kept.values(), ({ exports }) => exports).filter((exports) => exports?.[name])

/** Lets kept modules finish their pending work and clears what belongs to the page. */
module.exports.calmKeptModules = async () => {
  const [scheduler] = keptWith('unstable_scheduleCallback')
  // An idle callback runs after all other work.
  if (scheduler) await new Promise((resolve) => scheduler.unstable_scheduleCallback(scheduler.unstable_IdlePriority, resolve))
  for (const { testReset } of keptWith('testReset')) testReset()
  for (const { CacheProvider } of keptWith('CacheProvider')) {
    const cache = CacheProvider._currentValue
    cache.sheet.flush()
    cache.inserted = {}
    cache.registered = {}
  }
}
