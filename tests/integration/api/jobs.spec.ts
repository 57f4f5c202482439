import { type Job, JobFailure, jobSays, type JobRun } from '@roadbook/api/jobs/index'
import { z } from 'zod'
import { apiForTests } from '../../support/api/api-for-tests.js'
import { JobBench } from '../../support/api/job-bench.js'
import { until } from '@roadbook/testing/until'

const counted = z.object({ number: z.number() })
const job = (kind: string, more: Partial<Job<{ number: number }>> = {}): Job<{ number: number }> => ({
  kind,
  payload: counted,
  attempts: 3,
  retryAfterS: 1,
  retryMaxS: 1,
  expireInS: 30,
  concurrency: 4,
  ...more,
})
/** Returns a promise, and a function `open` that resolves it. */
function makeGate(): { opened: Promise<void>; open(): void } {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}
type Work = (payload: { number: number }, run: JobRun) => Promise<void>

const { api, tenants } = apiForTests({ API_WORK: 'all' })
let manager: number
let business: number
const benches: JobBench[] = []
const start = async (...works: [Job<{ number: number }>, Work][]) => {
  const bench = await JobBench.start({ DATABASE_URL: api.database.urlOf('web') }, (queue) => {
    for (const [one, work] of works) queue.handle(one, work)
  })
  benches.push(bench)
  return bench
}

beforeAll(async () => {
  business = await tenants.business('Ours')
  manager = await tenants.user('boss@ours.example', 'manager', business)
  await tenants.user('mate@ours.example', 'manager', business)
  await tenants.user('boss@theirs.example', 'manager', await tenants.business('Theirs'))
  await tenants.user('super@roadbook.example', 'super-admin', null)
})
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.stop()
})

describe('a job', () => {
  it('S1 is seen queued, running and done by who asked for it and by a super admin, and by nobody else', async () => {
    const [runs, gate] = [makeGate(), makeGate()]
    const watched = job('watched')
    const bench = await start([
      watched,
      async () => {
        runs.open()
        await gate.opened
      },
    ])
    const requestedBy = { userId: manager, businessId: business }
    const startAt = new Date(Date.now() + 3_600_000)
    const id = await bench.write((transaction) =>
      bench.queue.enqueue(transaction, watched, { number: 1 }, { requestedBy, startAt }),
    )
    const look = (email: string) => api.get(`/jobs/${id}`, email)
    expect((await look('boss@ours.example')).body.data).toMatchObject({ id, kind: 'watched', state: 'queued', attempts: 0 })
    await api.database.pool.query('UPDATE jobs.job_common SET start_after = now() WHERE id = $1', [id])
    await runs.opened
    expect((await look('boss@ours.example')).body.data).toMatchObject({ state: 'running', attempts: 1, ended_at: null })
    gate.open()
    await bench.until(id ?? '', 'done')
    expect((await look('super@roadbook.example')).body.data).toMatchObject({
      state: 'done',
      requested_by: 'Ada Byron',
      reason: null,
    })
    for (const stranger of ['mate@ours.example', 'boss@theirs.example']) expect((await look(stranger)).status).toBe(404)
    const listed = async (email: string) =>
      (await api.get('/jobs?limit=200', email)).body.data.map((one: { id: string }) => one.id)
    expect(await listed('boss@ours.example')).toEqual([id])
    expect(await listed('super@roadbook.example')).toContain(id)
    expect(await listed('mate@ours.example')).toEqual([])
  })

  it('is tried again after a failure, and says why it failed until it works', async () => {
    const flaky = job('flaky')
    const bench = await start([
      flaky,
      async (_, { attempt }) => {
        if (attempt === 1) throw new JobFailure(jobSays('mail-erased'))
      },
    ])
    const id = (await bench.enqueue(flaky, { number: 1 })) ?? ''
    expect(await bench.until(id, 'done', 'failed')).toEqual({ state: 'done', attempts: 2, reason: null })
  })

  it('is counted while it waits, due or to be tried again, and not while it runs', async () => {
    const gate = makeGate()
    const [held, failing] = [job('held', { concurrency: 1 }), job('failing', { retryAfterS: 3_600, retryMaxS: 3_600 })]
    const bench = await start([held, () => gate.opened], [failing, () => Promise.reject(new Error('not today'))])
    for (const number of [1, 2, 3]) await bench.enqueue(held, { number })
    await bench.enqueue(failing, { number: 1 })
    const counts = async () => {
      const text = await (await fetch(`http://127.0.0.1:${api.api.healthPort}/metrics`)).text()
      return text
        .match(/^jobs_waiting\{kind="(held|failing)".*$/gm)
        ?.sort()
        .join(' ')
    }
    const expected = 'jobs_waiting{kind="failing",state="retry"} 1 jobs_waiting{kind="held",state="due"} 2'
    await until('one runs and one has failed', counts, { fits: (text) => text === expected })
    gate.open()
  })

  it('ends as failed with its reason after the last attempt, or at once when trying again cannot help', async () => {
    const hopeless = job('hopeless', { attempts: 2 })
    const final = job('final')
    const broken = job('broken', { attempts: 1 })
    const bench = await start(
      [hopeless, () => Promise.reject(new JobFailure(jobSays('no-mail-server')))],
      [final, () => Promise.reject(new JobFailure(jobSays('mail-erased'), { isFinal: true }))],
      [broken, () => Promise.reject(new TypeError('password of x is y'))],
    )
    const ends = async (one: Job<{ number: number }>) =>
      bench.until((await bench.enqueue(one, { number: 1 })) ?? '', 'failed', 'done')
    expect(await ends(hopeless)).toEqual({ state: 'failed', attempts: 2, reason: 'No mail server is configured: set SMTP_URL' })
    expect(await ends(final)).toEqual({ state: 'failed', attempts: 1, reason: 'The mail was erased before it was sent' })
    expect(await ends(broken)).toEqual({ state: 'failed', attempts: 1, reason: 'Unexpected error; see the log of the API' })
  })

  it('S1 that has failed is tried once more by who asked for it or a super admin, and by nobody else', async () => {
    let works = false
    const mended = job('mended', { attempts: 1 })
    const bench = await start([
      mended,
      async () => (works ? undefined : Promise.reject(new JobFailure(jobSays('no-mail-server')))),
    ])
    const requestedBy = { userId: manager, businessId: business }
    const id =
      (await bench.write((transaction) => bench.queue.enqueue(transaction, mended, { number: 1 }, { requestedBy }))) ?? ''
    await bench.until(id, 'failed')
    const retry = (email: string) => api.call('PUT', `/api/v1/jobs/${id}/retry`, { email })
    for (const stranger of ['mate@ours.example', 'boss@theirs.example']) expect((await retry(stranger)).status).toBe(404)
    works = true
    expect((await retry('boss@ours.example')).status).toBe(200)
    await bench.until(id, 'done')
    expect((await retry('super@roadbook.example')).status).toBe(409)
    const entries = await api.rows(`SELECT after FROM audit_log WHERE action = 'job.retry' AND object_id = '${id}'`)
    expect(entries).toEqual([{ after: { kind: 'mended' } }])
  })

  it.each([
    { kind: 'queue-of-one', concurrency: 1 },
    { kind: 'queue-of-two', concurrency: 2 },
  ])('is begun as soon as one of its kind is done, with $concurrency at a time', async ({ kind, concurrency }) => {
    const crowd = job(kind, { concurrency })
    const looksSeldom = { DATABASE_URL: api.database.urlOf('web'), JOBS_POLL_S: '600' }
    const bench = await JobBench.start(looksSeldom, (queue) => queue.handle(crowd, () => Promise.resolve()))
    benches.push(bench)
    const ids: string[] = []
    await bench.write(async (transaction) => {
      for (const number of [1, 2, 3, 4, 5]) ids.push((await bench.queue.enqueue(transaction, crowd, { number })) ?? '')
    })
    for (const id of ids) await bench.until(id, 'done')
  })

  it('M11 of one business waits for one of each other, however many those have asked for', async () => {
    const theirs = await tenants.business('Busy')
    const gate = makeGate()
    const fair = job('fair', { concurrency: 1 })
    const done: number[] = []
    const bench = await start([
      fair,
      async ({ number }) => {
        await gate.opened
        done.push(number)
      },
    ])
    const enqueue = (number: number, businessId: number | null) =>
      bench.write((transaction) =>
        bench.queue.enqueue(transaction, fair, { number }, { requestedBy: { userId: manager, businessId } }),
      )
    const first = await enqueue(0, theirs)
    await bench.until(first ?? '', 'running')
    for (const number of [1, 2, 3]) await enqueue(number, theirs)
    // All requesters without a business, such as super admins, take turns with others as if they were one business.
    for (const number of [11, 12, 13]) await enqueue(number, null)
    await enqueue(21, business)
    await enqueue(22, business)
    gate.open()
    await until('all are done', () => done.length, { fits: (count) => count === 9 })
    expect(done.slice(0, 7)).toEqual([0, 1, 11, 21, 2, 12, 22])
  })

  it('M11 that takes long keeps none of another business waiting', async () => {
    const gate = makeGate()
    const long = job('long-of-theirs', { concurrency: 2, ofOneBusiness: 1 })
    const bench = await start([long, ({ number }) => (number < 3 ? gate.opened : Promise.resolve())])
    const enqueue = (number: number, businessId: number) =>
      bench.write((transaction) =>
        bench.queue.enqueue(transaction, long, { number }, { requestedBy: { userId: manager, businessId } }),
      )
    const theirs = await tenants.business('Slow')
    const running = await enqueue(1, theirs)
    const waiting = await enqueue(2, theirs)
    await bench.until(running ?? '', 'running')
    await bench.until((await enqueue(3, business)) ?? '', 'done')
    expect(await api.rows('SELECT state FROM jobs.job WHERE id = $1', [waiting])).toEqual([{ state: 'created' }])
    gate.open()
    await bench.until(waiting ?? '', 'done')
  })

  it('is queued by the write that wants it, or not at all', async () => {
    const done: number[] = []
    const together = job('together')
    const bench = await start([together, async ({ number }) => void done.push(number)])
    await expect(
      bench.write(async (transaction) => {
        await bench.queue.enqueue(transaction, together, { number: 1 })
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    const id = await bench.enqueue(together, { number: 2 })
    await bench.until(id ?? '', 'done')
    expect(done).toEqual([2])
  })

  it('with a key is taken once while it waits or runs, and again when it is over', async () => {
    const single = job('single', { singletonKey: ({ number }) => String(number) })
    const gate = makeGate()
    const bench = await start([single, () => gate.opened])
    const first = await bench.enqueue(single, { number: 1 })
    expect(await bench.enqueue(single, { number: 1 })).toBeUndefined()
    expect(await bench.enqueue(single, { number: 2 })).toBeDefined()
    await bench.until(first ?? '', 'running')
    expect(await bench.enqueue(single, { number: 1 })).toBeUndefined()
    gate.open()
    await bench.until(first ?? '', 'done')
    expect(await bench.enqueue(single, { number: 1 })).toBeDefined()
  })

  it('is refused when its payload is not what was declared', async () => {
    const strict = job('strict')
    const bench = await start([strict, async () => undefined])
    await expect(bench.enqueue(strict, { number: 'one' } as unknown as { number: number })).rejects.toThrow(/number/)
  })
})

describe('jobs of several processes', () => {
  it('are queued by one that answers requests alone, and done by another', async () => {
    const left = job('left-to-others', { cron: '* * * * *' })
    const doneBy: string[] = []
    const open = async (name: string, environment: Record<string, string>) => {
      const all = { DATABASE_URL: api.database.urlOf('web'), ...environment }
      const bench = await JobBench.start(all, (queue) => queue.handle(left, async () => void doneBy.push(name)))
      benches.push(bench)
      await bench.queue.ready()
      return bench
    }
    const web = await open('web', { API_WORK: 'requests' })
    const before = await web.enqueue(left, { number: 1 })
    const scheduled = () => api.rows("SELECT 1 FROM jobs.schedule WHERE name = 'left-to-others'")
    expect(await scheduled()).toEqual([])
    const worker = await open('worker', {})
    const after = await web.enqueue(left, { number: 2 })
    for (const id of [before, after]) await worker.until(id ?? '', 'done')
    expect(doneBy).toEqual(['worker', 'worker'])
    expect(await scheduled()).toHaveLength(1)
  })

  it('follow what a later start declares, and a start that finds them so writes nothing', async () => {
    const nothing: Work = async () => undefined
    const begin = async (attempts: number, cron?: string) => {
      await (await start([job('declared-again', { attempts, ...(cron && { cron }) }), nothing])).queue.ready()
      const [queue] = await api.rows("SELECT retry_limit, updated_on FROM jobs.queue WHERE name = 'declared-again'")
      const [schedule] = await api.rows("SELECT cron, updated_on FROM jobs.schedule WHERE name = 'declared-again'")
      return { queue, schedule }
    }
    const first = await begin(3, '0 3 * * *')
    expect(first).toMatchObject({ queue: { retry_limit: 2 }, schedule: { cron: '0 3 * * *' } })
    expect(await begin(3, '0 3 * * *')).toEqual(first)
    expect(await begin(5, '0 4 * * *')).toMatchObject({ queue: { retry_limit: 4 }, schedule: { cron: '0 4 * * *' } })
    expect((await begin(5)).schedule).toBeUndefined()
  })

  it('are each done once, also when ten thousand wait, and another kind does not wait for them', async () => {
    const done = new Map<number, number>()
    const many = job('many', { concurrency: 20 })
    const urgent = job('urgent')
    const work: Work = async ({ number }) => void done.set(number, (done.get(number) ?? 0) + 1)
    const first = await start([many, work], [urgent, async () => undefined])
    const second = await start([many, work], [urgent, async () => undefined])
    const boss = await first.queue.ready()
    await boss.insert(
      'many',
      Array.from({ length: 10_000 }, (_, number) => ({ data: { number } })),
    )
    const id = (await second.enqueue(urgent, { number: 0 })) ?? ''
    await second.until(id, 'done')
    const { rows } = await api.database.pool.query("SELECT 1 FROM jobs.job WHERE name = 'many' AND state = 'created' LIMIT 1")
    expect(rows).toHaveLength(1)
    expect((await api.get('/jobs', 'super@roadbook.example')).status).toBe(200)
    await until('200 jobs are done', () => done.size, { withinMs: 120_000, fits: (size) => size >= 200 })
    expect(Math.max(...done.values())).toBe(1)
    await boss.deleteQueuedJobs('many')
  })

  it('that run when their process is told to end may finish; what takes too long is done by another one', async () => {
    const gate = makeGate()
    const never = makeGate()
    const long = job('long')
    const attempts: number[] = []
    const work: Work = async ({ number }, { attempt }) => {
      attempts.push(number * 10 + attempt)
      if (attempt === 1) await (number === 1 ? gate : never).opened
    }
    const ending = await JobBench.start({ DATABASE_URL: api.database.urlOf('web'), JOBS_DRAIN_MS: '1500' }, (queue) =>
      queue.handle(long, work),
    )
    const finishes = (await ending.enqueue(long, { number: 1 })) ?? ''
    const hangs = (await ending.enqueue(long, { number: 2 })) ?? ''
    await ending.until(finishes, 'running')
    await ending.until(hangs, 'running')
    const ended = ending.stop()
    gate.open()
    await ended
    const other = await start([long, work])
    expect(await other.until(finishes, 'done')).toMatchObject({ attempts: 1 })
    expect(await other.until(hangs, 'done')).toMatchObject({ attempts: 2 })
    expect(attempts.sort()).toEqual([11, 21, 22])
  })
})
