// `npm run check`: types, style, drift of generated files, and what nothing uses.
import { runChecks } from './checks.ts'

const { failed } = await runChecks()
process.exit(failed > 0 ? 1 : 0)
