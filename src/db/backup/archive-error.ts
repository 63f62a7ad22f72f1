/**
 * What can be wrong with an archive:
 * `damaged`: it ends too early, is no archive, or a sum does not fit what it stands for;
 * `refused`: something is in it that no backup of ours has, or that is larger than one may be;
 * `unknown`: its format, migrations, tables or columns are not those of this version.
 */
export type ArchiveProblem = 'damaged' | 'refused' | 'unknown'

/** An archive that is not restored. Nothing has been changed; the message says why. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
  readonly problem: ArchiveProblem

  constructor(problem: ArchiveProblem, message: string) {
    super(message)
    this.problem = problem
  }
}
