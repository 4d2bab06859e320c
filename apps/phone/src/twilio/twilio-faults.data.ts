/** Errors of Twilio as it words them: HTTP status and message of each code. https://www.twilio.com/docs/api/errors */
export const twilioFaults = {
  20001: { status: 400, message: 'Unknown parameters' },
  20003: { status: 401, message: 'Authenticate' },
  20004: { status: 405, message: 'Method not allowed' },
  20404: { status: 404, message: 'The requested resource was not found' },
  20429: { status: 429, message: 'Too Many Requests' },
  20500: { status: 500, message: 'Internal Server Error' },
  20503: { status: 503, message: 'Service Unavailable' },
  21201: { status: 400, message: "No 'To' number is specified" },
  21205: { status: 400, message: 'Url is not a valid URL' },
  21210: { status: 400, message: "'From' phone number not verified" },
  21211: { status: 400, message: "Invalid 'To' Phone Number" },
  21212: { status: 400, message: "Invalid 'From' Phone Number" },
  21213: { status: 400, message: "Caller phone number is required ('From' is missing)" },
  21408: {
    status: 400,
    message: 'Permission to send an SMS has not been enabled for the region indicated by the "To" number',
  },
  21215: { status: 400, message: 'Account not authorized to call this number (geo permissions)' },
  21602: { status: 400, message: 'Message body is required.' },
  21603: { status: 400, message: "A 'From' phone number is required." },
  21604: { status: 400, message: "A 'To' phone number is required." },
  21606: { status: 400, message: "The 'From' phone number is not a valid, message-capable number" },
  21609: { status: 400, message: "The 'StatusCallback' URL is not a valid URL." },
  21610: { status: 400, message: 'Attempt to send to unsubscribed recipient' },
  21612: { status: 400, message: "The 'To' phone number is not currently reachable" },
  21614: { status: 400, message: "'To' number is not a valid mobile number" },
  21617: { status: 400, message: 'The concatenated message body exceeds the 1600 character limit.' },
} as const satisfies Record<number, { status: number; message: string }>

export type TwilioFault = keyof typeof twilioFaults

/** Twilio's own numbers for trying out refusals. https://www.twilio.com/docs/iam/test-credentials */
export const magicNumbers: Readonly<Record<string, { Messages?: TwilioFault; Calls?: TwilioFault }>> = {
  '+15005550001': { Messages: 21211, Calls: 21211 },
  '+15005550002': { Messages: 21612, Calls: 21211 },
  '+15005550003': { Messages: 21408, Calls: 21215 },
  '+15005550004': { Messages: 21610, Calls: 21211 },
  '+15005550009': { Messages: 21614 },
}
