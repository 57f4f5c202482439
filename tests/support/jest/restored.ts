// The modules of the product stay in memory after a test file. Spies that the file has set on them must therefore be
// removed.
afterAll(() => jest.restoreAllMocks())
