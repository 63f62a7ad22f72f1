// `npm run check`: types, style and drift of generated files.
import { runChecks } from './checks.ts'

const { failed } = await runChecks()
process.exit(failed > 0 ? 1 : 0)
