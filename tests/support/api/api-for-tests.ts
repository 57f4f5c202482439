import type { GivenParts } from '@roadbook/api/bootstrap'
import { ApiUnderTest } from './api-server.js'
import { Tenants } from './api-tenants.js'

/** The API that the tests of a file call, and words for rows in its database: there before the first test, gone after the last. */
export function apiForTests(environment: Record<string, string> = {}, given: Pick<GivenParts, 'logger'> = {}) {
  const api = new ApiUnderTest(environment, given)
  beforeAll(() => api.open())
  afterAll(() => api.stop())
  return { api, tenants: new Tenants(api) }
}
