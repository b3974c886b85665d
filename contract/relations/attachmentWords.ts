/** The words that add an entity to each record of an entity, each with the end of its name: `ticket_comment`. */
export const attachmentWords = { comments: 'comment', files: 'file' } as const;
export type AttachmentWord = keyof typeof attachmentWords;
