import { spawnSync } from 'node:child_process'
import { inProof } from '@roadbook/testing/proof'

/** Program that checks the alarm rules. In Debian it is in the package `prometheus`. */
const PROMTOOL = process.env.PROMTOOL_PROGRAM || 'promtool'
const run = (...args: string[]) => spawnSync(PROMTOOL, args, { encoding: 'utf8' })
const withPromtool = run('--version').status === 0 ? it : it.skip

inProof('deploy', () => {
  describe('the alarms', () => {
    withPromtool('are rules of Prometheus', () => {
      expect(run('check', 'rules', 'deploy/prometheus/alerts.yml')).toMatchObject({ status: 0, stderr: '' })
    })

    withPromtool('each fire on the trouble that they are for, and none on a quiet day', () => {
      expect(run('test', 'rules', 'deploy/prometheus/alerts.test.yml')).toMatchObject({ status: 0, stderr: '' })
    })
  })
})
