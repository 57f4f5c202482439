/** JSON body, a whole Response, or a function of the request that returns either. */
export type Answer = object | ((request: Request) => unknown)

export interface ApiStub {
  /**
   * Adds or replaces answers: `{ 'GET /api/v1/trips': (request) => ({ data: [], meta }) }`. A plain value is the JSON body of a
   * 200.
   */
  answer: (answers: Record<string, Answer>) => void
  /** All requests so far, oldest first. */
  requests: Request[]
  /** Returns the requests of one method and path. */
  requestsTo: (call: string) => Request[]
}

const callOf = (request: Request) => `${request.method} ${new URL(request.url).pathname}`

/** Creates a problem+json answer. */
export const problem = (status: number, detail: string, more: object = {}): Response =>
  new Response(JSON.stringify({ type: `/problems/${status}`, title: 'Problem', status, detail, request_id: 'req-1', ...more }), {
    status,
    headers: { 'Content-Type': 'application/problem+json' },
  })

/**
 * Replaces `fetch` until the test file ends. Answers requests by method and path, and all other requests with a 404 problem.
 */
export function stubApi(answers: Record<string, Answer> = {}): ApiStub {
  const table = { ...answers }
  const requests: Request[] = []
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    requests.push(request.clone())
    const answer = table[callOf(request)]
    if (answer === undefined) return problem(404, 'Not found')
    const value: unknown = typeof answer === 'function' ? await (answer as (request: Request) => unknown)(request) : answer
    return value instanceof Response ? value.clone() : Response.json(value)
  }
  return {
    answer: (more) => void Object.assign(table, more),
    requests,
    requestsTo: (call) => requests.filter((request) => callOf(request) === call),
  }
}
