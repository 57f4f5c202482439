import type { Admin, ITopicConfig } from 'kafkajs'
import { createTopics } from './topic-setup.js'

/**
 * Returns a cluster without topics, and the topics that it was asked to create.
 * @param registered number of brokers that each look finds; later looks find the last number
 */
function cluster(registered: number[]) {
  const created: ITopicConfig[] = []
  const admin = {
    listTopics: async () => [],
    describeCluster: async () => {
      const count = registered.length > 1 ? registered.shift()! : registered[0]!
      return { brokers: Array.from({ length: count }, (_, nodeId) => ({ nodeId, host: 'kafka', port: 9092 + nodeId })) }
    },
    createTopics: async ({ topics }: { topics: ITopicConfig[] }) => void created.push(...topics),
    fetchTopicMetadata: async () => ({ topics: created.map(() => ({ partitions: [{ leader: 1 }] })) }),
  }
  const copies = () => [...new Set(created.map(({ replicationFactor }) => replicationFactor))]
  return { admin: admin as unknown as Admin, created, copies }
}

describe('the topics of a new cluster', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  it.each([
    ['three copies, although its first broker answers before the others have registered', [1, 2, 3], 3, 3],
    ['three copies on five brokers', [5], 5, 3],
    ['as many copies as brokers where one address leads to all', [2], 1, 2],
  ])('get %s', async (_, registered, named, copies) => {
    const started = cluster(registered)
    const done = createTopics(started.admin, 12, named)
    await jest.advanceTimersByTimeAsync(60_000)
    await done
    expect(started.copies()).toEqual([copies])
  })

  it('are not created with too few copies: the error names what to do', async () => {
    const { admin, created } = cluster([2])
    const done = expect(createTopics(admin, 12, 3)).rejects.toThrow(
      'Kafka has 2 of the 3 brokers that EVENT_LOG needs to create its topics: start the others',
    )
    await jest.advanceTimersByTimeAsync(60_000)
    await done
    expect(created).toEqual([])
  })
})
