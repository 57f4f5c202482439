// The product outlives the file that spied on it.
afterAll(() => jest.restoreAllMocks())
