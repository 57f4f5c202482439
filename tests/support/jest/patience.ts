// Long time-outs for busy machines: a test that waits in vain still fails. A proof gets more.
jest.setTimeout(process.env.PROOF ? 3_600_000 : 180_000)
