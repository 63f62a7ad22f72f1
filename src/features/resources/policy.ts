/** What the database takes (0040_maintained_content.sql). A description is a sentence or two. */
export const RESOURCE_TITLE_MAX = 200
export const AUTHOR_MAX = 150
export const RESOURCE_DESCRIPTION_MAX = 500
export const BLOG_CATEGORY_MAX = 50
