// Long time-outs for busy machines. A test that waits for something that never happens still fails. A proof gets a longer
// time-out.
jest.setTimeout(process.env.PROOF ? 3_600_000 : 180_000)
