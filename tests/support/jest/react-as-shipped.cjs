// Gives `act` to React's production build, which users get. It renders twice as fast as the development build but has no `act`.
// This adds the development build's `act`, and the places where that build checks whether it is within an `act`.
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')

const forDevelopers = JSON.stringify(path.join(path.dirname(require.resolve('react')), 'cjs/react.development.js'))
const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
const ACT = `;exports.act = require(${forDevelopers}).act`
const ACTING = `;let didScheduleInAct = false, acting = require(${forDevelopers}).${INTERNALS}`

/**
 * Changes to React's source. Work scheduled within an `act`, or before it, is done before the `act` returns. Suspended content is
 * shown without a delay, nothing yields to the browser, and the `act` throws errors.
 */
const PLACES = [
  [
    'didScheduleMicrotask ||\n    ((didScheduleMicrotask = !0), scheduleImmediateRootScheduleTask());',
    `(acting.actQueue === null ? didScheduleMicrotask : didScheduleInAct) ||
    (acting.actQueue === null ? (didScheduleMicrotask = true) : (didScheduleInAct = true), scheduleImmediateRootScheduleTask());`,
  ],
  [
    'mightHavePendingSyncWork = didScheduleMicrotask = !1;',
    'mightHavePendingSyncWork = didScheduleMicrotask = didScheduleInAct = false;',
  ],
  [
    'function scheduleImmediateRootScheduleTask() {\n',
    `function scheduleImmediateRootScheduleTask() {
  acting.actQueue?.push(() => (processRootScheduleInMicrotask(), null));\n`,
  ],
  [
    'if (currentTime === root.callbackPriority) return currentTime;',
    'if (currentTime === root.callbackPriority && (acting.actQueue === null || pingedLanes?.isOfAct)) return currentTime;',
  ],
  [
    'suspendedLanes = scheduleCallback$3(suspendedLanes, pingedLanes);\n    root.callbackPriority',
    'suspendedLanes = scheduleCallback$1(suspendedLanes, pingedLanes);\n    root.callbackPriority',
  ],
  [
    '  return scheduleCallback$3(priorityLevel, callback);\n',
    `  if (acting.actQueue !== null) return acting.actQueue.push(callback), { isOfAct: true };
  return scheduleCallback$3(priorityLevel, callback);\n`,
  ],
  ['null !== workInProgress && !shouldYield()', 'null !== workInProgress && (acting.actQueue !== null || !shouldYield())'],
  [
    '    var onUncaughtError = root.onUncaughtError;\n',
    `    if (acting.actQueue !== null) return void acting.thrownErrors.push(errorInfo.value);
    var onUncaughtError = root.onUncaughtError;\n`,
  ],
  [
    '(lanes & 62914560) === lanes &&\n          ((exitStatus =',
    'acting.actQueue === null && (lanes & 62914560) === lanes &&\n          ((exitStatus =',
  ],
]

function put(source, [before, after]) {
  if (source.split(before).length !== 2) throw new Error(`React's place for act is another: ${before}`)
  return source.replace(before, () => after)
}

/** Changes by file name. */
const CHANGES = {
  'react.production.js': (source) => source + ACT,
  // The development build is loaded only for its `act`. It must load although the page is a production one.
  'react.development.js': (source) => put(source, ['"production" !== process.env.NODE_ENV &&', '']),
  'react-dom-client.production.js': (source) => PLACES.reduce(put, source) + ACTING,
}

module.exports = {
  process: (source, file) => ({ code: CHANGES[path.basename(file)](source) }),
  getCacheKey: (source, file) =>
    createHash('sha256')
      .update([source, file, fs.readFileSync(__filename, 'utf8')].join('\n'))
      .digest('hex'),
}
