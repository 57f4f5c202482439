const Sequencer = require('@jest/test-sequencer').default

/**
 * Sorts files: first those that kill processes, then the largest as usual. The former are short but wait until other processes
 * notice a death. At the end nothing would be left to run beside them.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    const waits = ({ path }) => path.endsWith('killed.spec.ts')
    const sorted = super.sort(tests)
    return [...sorted.filter(waits), ...sorted.filter((test) => !waits(test))]
  }
}
