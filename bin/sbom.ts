import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { StartError } from './failure.ts'
import { listRuntimePackages, readLockfile } from './packages.ts'

interface Component {
  'bom-ref': string
  name: string
  type: string
  hashes?: object[]
  licenses?: object[]
}
interface BillOfMaterials {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

// Half a megabyte for 670 packages.
const MAX_BYTES = 32 * 1024 * 1024
// `--omit dev` leaves out 110 packages that the forum runs with, pg and zod among them: whatever a tool for tests wants as well.
const ARGS = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']

/** What a running forum consists of, as CycloneDX: from the lockfile alone, nobody is asked. */
export async function readBillOfMaterials(): Promise<BillOfMaterials> {
  const { stdout } = await promisify(execFile)('npm', ARGS, { maxBuffer: MAX_BYTES }).catch((error) => {
    throw new StartError(`npm cannot write the bill of materials (it can from 10 on): ${error.message}`)
  })
  const bill = withoutTools(JSON.parse(stdout) as BillOfMaterials)
  const { name } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string }
  // npm calls it a library, with the name of the folder that it lies in.
  Object.assign(bill.metadata.component, { name, type: 'application' })
  return bill
}

/** The bill without packages that the lockfile marks as needed for building and testing alone. */
function withoutTools(bill: BillOfMaterials): BillOfMaterials {
  const kept = new Set([bill.metadata.component['bom-ref'], ...listRuntimePackages(readLockfile())])
  return {
    ...bill,
    components: bill.components.filter((component) => kept.has(component['bom-ref'])),
    dependencies: bill.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) })),
  }
}
