import fc from 'fast-check'

/** `npm test` uses a fixed seed, so only a change can make it fail. `npm run test:all` tries new cases. */
if (process.env.LONG_TESTS !== 'on') fc.configureGlobal({ seed: 20_261_126 })

export default fc
