// One window for all files of a worker. When a file ends, its changes are undone: elements, listeners, timers, storage, address,
// and replacements of parts of the browser or the language.
const { JSDOM, VirtualConsole } = require('jsdom')
const { implForWrapper } = require('jsdom/lib/jsdom/living/generated/utils')

/** Globals that Jest defines for each file, so they must stay configurable. */
const OF_JEST = [
  ...['promise', 'now', 'read-file', 'write-file', 'exists-file'].map((name) => Symbol.for(`jest-native-${name}`)),
  'jest-symbol-do-not-touch',
]

let dom
let pristine
let console

/** Replaces `JSDOM` in the environment. */
exports.KeptJsdom = class {
  constructor(html, options) {
    console = options.virtualConsole
    if (dom) return dom
    // Messages of the window go to the console of the file that is using it.
    const virtualConsole = new VirtualConsole()
    virtualConsole.emit = (...said) => console.emit(...said)
    dom = new JSDOM(html, { ...options, virtualConsole })
    for (const name of OF_JEST) Object.defineProperty(dom.window, name, { configurable: true, writable: true })
    pristine = pictureOf(dom.window)
    return dom
  }
}

/** Returns the own properties of each part of the browser and the language. */
function pictureOf(window) {
  const picture = new Map()
  const add = (part) => {
    if (part === null || !['object', 'function'].includes(typeof part) || picture.has(part)) return
    const keys = Reflect.ownKeys(part).filter((key) => !OF_JEST.includes(key))
    picture.set(part, new Map(keys.map((key) => [key, Object.getOwnPropertyDescriptor(part, key)])))
  }
  add(window)
  for (const name of picture.get(window).keys()) {
    const part = window[name]
    add(part)
    if (typeof part === 'function') add(part.prototype)
  }
  return picture
}

/** Restores every part of the browser and the language. */
exports.putBack = () => {
  for (const [part, properties] of pristine) {
    for (const key of Reflect.ownKeys(part)) if (!properties.has(key) && !OF_JEST.includes(key)) Reflect.deleteProperty(part, key)
    for (const [key, before] of properties) {
      const now = Object.getOwnPropertyDescriptor(part, key)
      const isSame = now && Object.is(now.value, before.value) && now.get === before.get && now.set === before.set
      if (!isSame) Reflect.defineProperty(part, key, before)
    }
  }
}

/** Empties the page and cancels pending work. */
exports.empty = () => {
  const { window } = dom
  const { document } = window
  stopTimers(window)
  const { documentElement: html, head } = document
  html.replaceChildren(head, document.createElement('body'))
  head.replaceChildren()
  for (const part of [html, head]) for (const { name } of Array.from(part.attributes)) part.removeAttribute(name)
  for (const part of [window, document, html, head].map(implForWrapper)) {
    part._eventListeners = Object.create(null)
    if (part._registeredObserverList) part._registeredObserverList = []
  }
  window.getSelection().removeAllRanges()
  window.localStorage.clear()
  window.sessionStorage.clear()
  dom.cookieJar.removeAllCookiesSync()
  window.history.replaceState(null, '', 'http://localhost/')
}

const stopped = { timer: 0, frame: 0 }
/** Cancels all timers. Their ids rise one by one. */
function stopTimers(window) {
  const timer = window.setTimeout(() => undefined)
  const frame = window.requestAnimationFrame(() => undefined)
  while (stopped.timer < timer) window.clearTimeout((stopped.timer += 1))
  while (stopped.frame < frame) window.cancelAnimationFrame((stopped.frame += 1))
}
