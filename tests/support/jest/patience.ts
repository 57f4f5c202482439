// Patience for busy machines: what is awaited comes when it comes, and a test that waits in vain still fails. A proof does more.
jest.setTimeout(process.env.PROOF ? 3_600_000 : 180_000)
