/** The schema in which a database that is being filled keeps how far that is. It goes with the last step. */
export const WORKPLACE = 'threshold_restoring'
