/**
 * How often a call is tried beside the others: 10 unless it stands here. What works on a picture, asks a provider or
 * ends what others need is tried less often; what takes many values that mean something, or leads to what does, more
 * often.
 */
export const weights: Readonly<Record<string, number>> = {
  putAvatar: 8,
  removeAvatar: 10,
  registerConfirm: 20,
  loginGoogle: 4,
  addSignInMethod: 4,
  openapi: 1,
  metrics: 2,
  logout: 3,
  deleteAccount: 1,
  removePhone: 20,
  resetPasswordConfirm: 20,
  emailChangeConfirm: 20,
  manageAlertSettings: 20,
  startSignInMethod: 20,
  removeSignInMethod: 20,
  createBridgeToken: 20,
  testAlert: 20,
  charts: 20,
  resendPhoneCode: 20,
  addContact: 20,
  renameContact: 20,
  testContact: 20,
  removeContact: 10,
}

/** What people do next when a call went well: few would find by chance what works only for minutes. */
export const followUps: Readonly<Record<string, string>> = {
  register: 'registerConfirm',
  resetPassword: 'resetPasswordConfirm',
  emailChange: 'emailChangeConfirm',
  loginGoogleStart: 'loginGoogle',
  startSignInMethod: 'addSignInMethod',
  addSignInMethod: 'signInMethods',
  signInMethods: 'removeSignInMethod',
  addPhone: 'confirmPhone',
  manageAlertSettings: 'muteAlerts',
  confirmPhone: 'testVoice',
  putAvatar: 'profile',
  profile: 'avatarPicture',
  sessions: 'endSession',
  createBridgeToken: 'deleteBridgeToken',
  addSilence: 'silences',
  silences: 'endSilence',
  addContact: 'renameContact',
  renameContact: 'testContact',
  testContact: 'removeContact',
}
