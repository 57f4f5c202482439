// React, MUI and what they stand on stay loaded from file to file of a worker, in the one window that its files share
// (`kept-window.cjs`): V8 warms up for them once, and not for each of 157 files, which took an eighth of the time. All else, the portal and
// what keeps a state of its own among it (queries, router, texts, testing-library), is loaded anew for each file.
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

  /** What a kept module loads late, it loads by the runtime of the file that loaded it first. */
  requireModuleOrMock(from, name) {
    const runtime = current && this !== current && isKept(from) ? current : this
    return runtime === this ? super.requireModuleOrMock(from, name) : runtime.requireModuleOrMock(from, name)
  }

  // A file that loads modules anew has others from then on, so nothing of it is kept. The first time is that of the constructor.
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

/** Lets kept modules end what they began, and forget what was of the page. */
module.exports.calmKeptModules = async () => {
  const [scheduler] = keptWith('unstable_scheduleCallback')
  // What is idle comes when all else is done.
  if (scheduler) await new Promise((resolve) => scheduler.unstable_scheduleCallback(scheduler.unstable_IdlePriority, resolve))
  for (const { testReset } of keptWith('testReset')) testReset()
  for (const { CacheProvider } of keptWith('CacheProvider')) {
    const cache = CacheProvider._currentValue
    cache.sheet.flush()
    cache.inserted = {}
    cache.registered = {}
  }
}
