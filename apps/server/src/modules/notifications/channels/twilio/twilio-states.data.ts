/**
 * What Twilio's words for a message's and a call's state mean for a delivery; those that are not here are on their way.
 * A call is completed once somebody took it, whoever hangs up: its text was heard, or could have been.
 * https://www.twilio.com/docs/messaging/api/message-resource#message-status-values
 * https://www.twilio.com/docs/voice/api/call-resource#call-status-values
 */
export const twilioStates: Readonly<Record<string, 'DELIVERED' | 'FAILED' | 'UNANSWERED'>> = {
  delivered: 'DELIVERED',
  read: 'DELIVERED',
  undelivered: 'FAILED',
  failed: 'FAILED',
  completed: 'DELIVERED',
  busy: 'UNANSWERED',
  'no-answer': 'UNANSWERED',
  canceled: 'FAILED',
}
