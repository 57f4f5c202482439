// Patience for busy machines: what is awaited comes when it comes, and a test that waits in vain still fails.
jest.setTimeout(180_000)
