/** How many of the newest blocks a row that is open shows. */
export const openBlocks = 500
