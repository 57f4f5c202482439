import type { GivenParts } from '@roadbook/api/bootstrap'
import { ApiUnderTest } from './api-server.js'
import { Tenants } from './api-tenants.js'

/**
 * Starts an API for the tests of a file before the first test, and stops it after the last test. Returns the API with
 * helpers for rows in its database.
 */
export function apiForTests(environment: Record<string, string> = {}, given: Pick<GivenParts, 'logger'> = {}) {
  const api = new ApiUnderTest(environment, given)
  beforeAll(() => api.open())
  afterAll(() => api.stop())
  return { api, tenants: new Tenants(api) }
}
