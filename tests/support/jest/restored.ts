// The product stays in memory after the test file that spied on it, so the spies are removed.
afterAll(() => jest.restoreAllMocks())
