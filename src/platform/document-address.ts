/**
 * The address that this page came from as a document. Somebody may have gone back since, to a page that the former
 * document of this tab showed: then the browser shows that address above this page, until the application stands.
 * Read with the starter.
 */
export const DOCUMENT_ADDRESS = typeof location === 'undefined' ? '' : location.pathname + location.search
