/** What a reader can say to a message: that they know, or that they want no more of it for half an hour. */
export type Answer = 'ACKNOWLEDGE' | 'MUTE'
