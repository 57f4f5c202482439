const Sequencer = require('@jest/test-sequencer').default

/**
 * The largest files begin first, as always, but before them those that kill processes: they are short, and wait until others have
 * noticed. At the end, nothing would be left to run beside them.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    const waits = ({ path }) => path.endsWith('killed.spec.ts')
    const sorted = super.sort(tests)
    return [...sorted.filter(waits), ...sorted.filter((test) => !waits(test))]
  }
}
