// `npm run sbom [-- FILE]`: what a running forum consists of, as CycloneDX JSON. `--licences` lists licences instead.
import { writeFileSync } from 'node:fs'
import { fail } from './failure.ts'
import { countLicences, readLockfile } from './packages.ts'
import { readBillOfMaterials } from './sbom.ts'

const [argument] = process.argv.slice(2)

try {
  if (argument === '--licences') {
    for (const [licence, packages] of countLicences(readLockfile()))
      console.log(`${String(packages).padStart(5)}  ${licence}`)
  } else await writeBill(argument)
} catch (error) {
  fail(error)
}

async function writeBill(file: string | undefined) {
  const bill = await readBillOfMaterials()
  const text = `${JSON.stringify(bill, null, 2)}\n`
  if (file === undefined) process.stdout.write(text)
  else {
    writeFileSync(file, text)
    console.log(`${file}: ${bill.components.length} packages.`)
  }
}
