import { LIMITS } from '../../config/limits.js'
import { startI18n } from '../../i18n/index.js'
import { problem, stubApi } from '../../testing/api-stub.js'
import { setAccessToken } from '../session/access-token.js'
import { api, onUnauthorized, unwrap } from './api-client.js'
import { ApiError } from './api-error.js'
import { errorText } from './error-text.js'

const SUMMARY = 'GET /api/v1/dashboard/summary'
const call = () => unwrap(api.GET('/api/v1/dashboard/summary'))

describe('the API client', () => {
  afterEach(() => jest.restoreAllMocks())

  it('sends the bearer token of this moment', async () => {
    const server = stubApi({ [SUMMARY]: { data: {} } })
    setAccessToken('first')
    await call()
    setAccessToken('second')
    await call()
    expect(server.requestsTo(SUMMARY).map((request) => request.headers.get('authorization'))).toEqual([
      'Bearer first',
      'Bearer second',
    ])
  })

  it('asks for the language that the page is in, whose words it shows', async () => {
    const server = stubApi({ [SUMMARY]: { data: {} } })
    const { documentElement: page } = document
    const before = page.lang
    page.lang = 'de'
    await call()
    page.lang = before
    expect(server.requestsTo(SUMMARY).map((request) => request.headers.get('accept-language'))).toEqual(['de'])
  })

  it('turns problem+json into an error with status, message, request id and fields', async () => {
    stubApi({ [SUMMARY]: () => problem(422, 'Two fields are wrong', { errors: { city: ['Unknown'] } }) })
    const error = await call().catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 422,
      kind: 'http',
      message: 'Two fields are wrong',
      requestId: 'req-1',
      fieldErrors: { city: ['Unknown'] },
    })
  })

  it('tells who listens about a 401', async () => {
    stubApi({ [SUMMARY]: () => problem(401, 'No') })
    const listener = jest.fn()
    const stop = onUnauthorized(listener)
    await call().catch(() => undefined)
    stop()
    await call().catch(() => undefined)
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('R-243 R-348 gives a request 60 s', async () => {
    const asked = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new Error('over')))
    globalThis.fetch = (_input, init) => {
      init?.signal?.throwIfAborted()
      return Promise.reject(new Error('was not aborted'))
    }
    await expect(call()).rejects.toMatchObject({ kind: 'timeout', status: 0 })
    expect(asked).toHaveBeenCalledWith(LIMITS.requestTimeoutMs)
  })

  it('tells a lost connection from a refusal', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(call()).rejects.toMatchObject({ kind: 'network', status: 0 })
  })

  it('R-342 R-343 words an error as the catalogue does', async () => {
    const t = (await startI18n('en')).getFixedT(null, 'errors')
    expect(errorText(new ApiError('The frame number is in use.', 409, 'http'), t)).toBe(
      'Something went wrong with the request. The frame number is in use. Please contact support.',
    )
    expect(errorText(new ApiError('', 500, 'http'), t)).toContain('Server error')
    expect(errorText(new Error('internal detail'), t)).not.toContain('internal detail')
  })
})
