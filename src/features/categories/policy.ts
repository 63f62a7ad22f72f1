/** What the database takes (0040_maintained_content.sql): a name fits a badge, a description a line or two. */
export const CATEGORY_NAME_MAX = 50
export const CATEGORY_DESCRIPTION_MAX = 500
