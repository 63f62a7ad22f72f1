/**
 * Permissions for each operation of the API, by kind of person. authorisation.test.ts tests every cell.
 *
 * - `visitor` is not signed in. `author` owns the content that the operation is about. `other` is involved
 *   where possible: the author's follower, the recipient, the member it is about. `member` is not involved.
 * - `moderator`, `editor` and `admin` have only that role. `suspended` is the author while suspended: they
 *   can still read, but only do what contracts allow with `whileSuspended`.
 * - `ok`: the operation succeeds. A read returns the content; a write changes something.
 * - `none`: the response is the same as if the content did not exist. Nothing is returned or changed.
 * - A status: the operation is refused with it. Nothing changes, and the response reveals no content.
 *
 * Each line starts with the operation. If an operation has several cases, the case follows a colon. The files
 * in cases/ create the content for each cell, under the same name.
 */
const TABLE = `
                                                visitor  member  author  other  moderator  editor  admin  suspended
activity.list                                   ok       none    ok      ok     none       none    none   ok
activity.list: a vote                           none     none    ok      none   none       none    none   ok
activity.list: a vote against                   none     none    ok      none   none       none    none   ok
activity.list: what was shared                  none     none    ok      none   none       none    none   ok
activity.list: of what was deleted              none     none    none    none   none       none    none   none
accessTokens.list                               401      none    ok      none   none       none    none   ok
accessTokens.create                             401      ok      ok      ok     ok         ok      ok     403
accessTokens.create: to moderate                401      403     403     403    ok         403     ok     403
accessTokens.create: a twenty-first             401      ok      409     ok     ok         ok      ok     403
accessTokens.create: without a fresh proof      401      403     403     403    403        403     403    403
accessTokens.remove                             401      404     ok      404    404        404     404    ok
accessTokens.remove: one that is gone           401      404     404     404    404        404     404    404
accessTokens.removeAll                          401      none    ok      none   none       none    none   ok
appeals.create                                  401      404     ok      404    404        404     404    ok
appeals.create: one that is gone                401      404     404     404    404        404     404    404
appeals.create: a second time                   401      404     409     404    404        404     404    409
appeals.create: against what was restored       401      404     409     404    404        404     404    409
appeals.read                                    401      404     ok      404    404        404     404    ok
appeals.read: one that is gone                  401      404     404     404    404        404     404    404
appeals.mine                                    401      none    ok      none   none       none    none   ok
appeals.decide                                  401      403     403     403    ok         403     ok     403
appeals.decide: against what a moderator did    401      403     403     403    403        403     ok     403
appeals.decide: of a moderator                  401      403     403     403    403        403     ok     403
appeals.decide: a decided one                   401      403     403     403    409        403     409    403
appeals.decide: one that is gone                401      403     403     403    404        403     404    403
best.list                                       ok       ok      ok      ok     ok         ok      ok     ok
activity.create                                 401      ok      ok      ok     ok         ok      ok     403
activity.create: on a post that is gone         401      404     404     404    404        404     404    403
blockedDomains.list                             401      403     403     403    ok         403     ok     403
blockedDomains.add                              401      403     403     403    ok         403     ok     403
blockedDomains.add: within a blocked one        401      403     403     403    409        403     409    403
blockedDomains.add: the forum itself            401      403     403     403    400        403     400    403
blockedDomains.remove                           401      403     403     403    ok         403     ok     403
blockedDomains.remove: one that is not          401      403     403     403    404        403     404    403
blockedMail.list                                401      403     403     403    403        403     ok     403
blockedMail.create                              401      403     403     403    403        403     ok     403
blockedMail.create: with the id of another      401      403     403     403    403        403     409    403
blockedMail.remove                              401      403     403     403    403        403     ok     403
blockedMail.remove: one that is gone            401      403     403     403    403        403     404    403
blocks.add                                      401      ok      403     ok     ok         ok      ok     403
blocks.add: nobody of this name                 401      404     404     404    404        404     404    404
blocks.add: one not verified                    401      404     404     404    404        404     404    404
blocks.remove                                   401      none    403     ok     none       none    none   403
blocks.remove: nobody of this name              401      404     404     404    404        404     404    404
blocks.list                                     401      none    none    ok     none       none    none   none
bookmarks.list                                  401      none    ok      none   none       none    none   ok
bookmarks.list: a post that is gone             401      none    none    none   none       none    none   none
bookmarks.add                                   401      ok      ok      ok     ok         ok      ok     403
bookmarks.add: a post that is gone              401      404     404     404    404        404     404    403
bookmarks.remove                                401      none    ok      none   none       none    none   403
bookmarks.remove: of a post that is gone        401      404     404     404    404        404     404    403
concepts.list                                 ok       ok      ok      ok     ok         ok      ok     ok
concepts.read                                 ok       ok      ok      ok     ok         ok      ok     ok
concepts.read: one that is gone               404      404     404     404    404        404     404    404
concepts.create                               401      403     403     403    403        ok      ok     403
concepts.create: with the id of another       401      403     403     403    403        409     409    403
concepts.update                               401      403     403     403    403        ok      ok     403
concepts.update: as it was before             401      403     403     403    403        409     409    403
concepts.update: one that is gone             401      403     403     403    403        404     404    403
concepts.remove                               401      403     403     403    403        ok      ok     403
concepts.remove: one that is gone             401      403     403     403    403        404     404    403
changes.list                                    401      403     403     403    403        ok      ok     403
collections.list                                401      403     403     403    403        ok      ok     403
comments.list                                   ok       ok      ok      ok     ok         ok      ok     ok
comments.list: the words of a deleted one       none     none    none    none   none       none    none   none
comments.list: of a post that is gone           404      404     404     404    404        404     404    404
comments.pageOf                                 ok       ok      ok      ok     ok         ok      ok     ok
comments.pageOf: of a post that is gone         404      404     404     404    404        404     404    404
comments.create                                 401      ok      ok      ok     ok         ok      ok     403
comments.create: on a post that is gone         401      404     404     404    404        404     404    403
comments.create: on a locked post               401      409     409     409    ok         409     ok     403
comments.create: a reply to a deleted one       401      409     409     409    409        409     409    403
comments.create: with the id of another's       401      409     409     409    409        409     409    403
comments.update                                 401      403     ok      403    403        403     403    403
comments.update: a deleted one                  401      403     403     403    403        403     403    403
comments.update: one that is gone               401      404     404     404    404        404     404    403
comments.remove                                 401      403     ok      403    403        403     403    403
comments.remove: a deleted one                  401      403     403     403    403        403     403    403
comments.remove: one whose author has left      401      403     403     403    403        403     403    403
comments.remove: one that is gone               401      404     404     404    404        404     404    403
community.read                                  ok       ok      ok      ok     ok         ok      ok     ok
community.numbers                               ok       ok      ok      ok     ok         ok      ok     ok
community.read: an unverified account           none     none    none    none   none       none    none   none
conversations.list                              401      none    ok      ok     none       none    none   ok
conversations.read                              401      none    ok      404    none       none    none   ok
conversations.read: one not verified            401      404     404     404    404        404     404    404
conversations.read: nobody of this name         401      404     404     404    404        404     404    404
conversations.messages                          401      404     ok      404    404        404     404    ok
conversations.messages: from the other side     401      404     404     ok     404        404     404    404
conversations.messages: nobody of this name     401      404     404     404    404        404     404    404
conversations.send                              401      ok      ok      404    ok         ok      ok     403
conversations.send: nobody of this name         401      404     404     404    404        404     404    403
conversations.send: one not verified            401      404     404     404    404        404     404    403
conversations.send: with the id of another's    401      409     409     409    409        409     409    403
conversations.send: to one who blocks me        401      ok      403     ok     ok         ok      ok     403
conversations.send: to one who takes none       401      403     403     403    ok         403     ok     403
conversations.markRead                          401      404     404     ok     404        404     404    404
conversations.markRead: nobody of this name     401      404     404     404    404        404     404    404
events.list                                     ok       ok      ok      ok     ok         ok      ok     ok
events.create                                   401      403     403     403    403        ok      ok     403
events.create: with the id of another           401      403     403     403    403        409     409    403
events.update                                   401      403     403     403    403        ok      ok     403
events.update: as it was before                 401      403     403     403    403        409     409    403
events.update: one that is gone                 401      403     403     403    403        404     404    403
events.remove                                   401      403     403     403    403        ok      ok     403
events.remove: one that is gone                 401      403     403     403    403        404     404    403
firstSteps.read                                 401      ok      ok      ok     ok         ok      none   ok
firstSteps.dismiss                              401      ok      ok      ok     ok         ok      ok     ok
follows.add                                     401      ok      403     ok     ok         ok      ok     403
follows.add: nobody of this name                401      404     404     404    404        404     404    403
follows.add: one not verified                   401      404     404     404    404        404     404    403
follows.add: one who blocks me                  401      ok      403     ok     ok         ok      ok     403
follows.remove                                  401      none    403     ok     none       none    none   403
follows.remove: nobody of this name             401      404     404     404    404        404     404    403
follows.remove: one not verified                401      404     404     404    404        404     404    403
follows.followers                               ok       ok      ok      ok     ok         ok      ok     ok
follows.followers: of one not verified          404      404     404     404    404        404     404    404
follows.followers: of nobody                    404      404     404     404    404        404     404    404
follows.following                               ok       ok      ok      ok     ok         ok      ok     ok
follows.following: of one not verified          404      404     404     404    404        404     404    404
follows.following: of nobody                    404      404     404     404    404        404     404    404
formerConversations.list                        401      none    ok      none   none       none    none   ok
formerConversations.messages                    401      404     ok      404    404        404     404    ok
formerConversations.messages: one that is gone  401      404     404     404    404        404     404    404
pendingContent.list                             401      none    ok      none   none       none    none   ok
pendingContent.withdraw                         401      404     ok      404    404        404     404    403
pendingContent.withdraw: one that is gone       401      404     404     404    404        404     404    403
pictures.create                                 401      ok      ok      ok     ok         ok      ok     403
postFollows.add                                 401      ok      ok      ok     ok         ok      ok     403
postFollows.add: a post that is gone            401      404     404     404    404        404     404    403
postFollows.remove                              401      none    ok      none   none       none    none   403
postFollows.remove: of a post that is gone      401      404     404     404    404        404     404    403
postMutes.add                                   401      ok      ok      ok     ok         ok      ok     403
postMutes.add: a post that is gone              401      404     404     404    404        404     404    403
postMutes.add: a removed post                   401      404     404     404    404        404     404    403
postMutes.remove                                401      none    ok      none   none       none    none   403
postMutes.remove: of a post that is gone        401      404     404     404    404        404     404    403
viewerState.read: a muted post                  401      none    ok      none   none       none    none   ok
conceptFollows.add                              401      ok      ok      ok     ok         ok      ok     403
conceptFollows.add: one that is gone            401      404     404     404    404        404     404    403
conceptFollows.remove                           401      none    ok      none   none       none    none   403
conceptFollows.remove: of one that is gone      401      404     404     404    404        404     404    403
following.posts                                 401      none    ok      none   none       none    none   ok
following.discussions                           401      none    ok      none   none       none    none   ok
following.concepts                              401      none    ok      none   none       none    none   ok
viewerState.read: a followed post               401      none    ok      none   none       none    none   ok
viewerState.read: a followed concept            401      none    ok      none   none       none    none   ok
viewerState.read                                401      none    ok      none   none       none    none   ok
viewerState.read: a vote                        401      none    ok      none   none       none    none   ok
viewerState.read: a vote on a comment           401      none    ok      none   none       none    none   ok
viewerState.read: a bookmark                    401      none    ok      none   none       none    none   ok
viewerState.read: a like                        401      none    ok      none   none       none    none   ok
viewerState.read: a follow                      401      none    ok      none   none       none    none   ok
viewerState.read: what is new                   401      none    ok      none   none       none    none   ok
viewerState.readMany                            401      none    ok      none   none       none    none   ok
me.read                                         none     none    ok      none   none       none    none   ok
me.update                                       401      ok      ok      ok     ok         ok      ok     403
me.setAvatar                                    401      ok      ok      ok     ok         ok      ok     403
me.listSessions                                 401      none    ok      none   none       none    none   ok
me.endSession                                   401      404     ok      404    404        404     404    ok
me.endSession: one that has run out             401      404     404     404    404        404     404    404
me.endSession: without a fresh proof            401      403     403     403    403        403     403    403
me.endOtherSessions                             401      none    ok      none   none       none    none   ok
me.endOtherSessions: without a fresh proof      401      403     403     403    403        403     403    403
me.changePassword                               401      403     ok      403    403        403     403    ok
me.changePassword: to a common one              401      403     422     403    403        403     403    422
me.prove                                        401      403     ok      403    403        403     403    ok
me.prove: with a passkey                        401      403     ok      403    403        403     403    ok
me.prove: with a wrong password                 401      403     403     403    403        403     403    403
me.readEmail                                    401      none    ok      none   none       none    none   ok
me.changeEmail                                  401      ok      ok      ok     ok         ok      ok     ok
me.changeEmail: to that of another              401      ok      ok      ok     ok         ok      ok     ok
me.changeEmail: to one's own                    401      ok      409     ok     ok         ok      ok     409
me.changeEmail: without a fresh proof           401      403     403     403    403        403     403    403
me.createExport                                 401      ok      ok      ok     ok         ok      ok     ok
me.createExport: a second one a day             401      ok      409     ok     ok         ok      ok     409
me.createExport: without a fresh proof          401      403     403     403    403        403     403    403
me.listExports                                  401      none    ok      none   none       none    none   ok
me.readExport                                   401      404     ok      404    404        404     404    ok
me.readExport: one that has expired             401      404     404     404    404        404     404    404
me.readExport: without a fresh proof            401      403     403     403    403        403     403    403
me.readDeletion                                 401      none    ok      none   none       none    none   ok
me.requestDeletion                              401      ok      ok      ok     ok         ok      409    ok
me.requestDeletion: without a fresh proof       401      403     403     403    403        403     403    403
me.requestDeletion: that is being done          401      ok      409     ok     ok         ok      409    409
me.undoDeletion                                 401      404     ok      404    404        404     404    ok
me.undoDeletion: that is being done             401      404     409     404    404        404     404    409
me.undoDeletion: without a fresh proof          401      403     403     403    403        403     403    403
me.listProviders                                401      none    ok      none   none       none    none   ok
me.connectProvider                              401      ok      ok      ok     ok         ok      ok     ok
me.connectProvider: one there is not            401      404     404     404    404        404     404    404
me.connectProvider: without a fresh proof       401      403     403     403    403        403     403    403
me.disconnectProvider                           401      404     ok      404    404        404     404    ok
me.disconnectProvider: the only way in          401      404     409     404    404        404     404    409
me.disconnectProvider: without a fresh proof    401      403     403     403    403        403     403    403
me.readSecondFactor                             401      none    ok      none   none       none    none   ok
me.beginSecondFactor                            401      ok      ok      ok     ok         ok      ok     403
me.beginSecondFactor: with one already          401      ok      409     ok     ok         ok      ok     403
me.confirmSecondFactor                          401      404     ok      404    404        404     404    403
me.confirmSecondFactor: with a wrong code       401      404     403     404    404        404     404    403
me.renewRecoveryCodes                           401      404     ok      404    404        404     404    403
me.endSecondFactor                              401      404     ok      404    404        404     404    ok
me.endSecondFactor: without a fresh proof       401      403     403     403    403        403     403    403
me.listPasskeys                                 401      none    ok      none   none       none    none   ok
me.beginPasskey                                 401      ok      ok      ok     ok         ok      ok     ok
me.beginPasskey: with twenty of them            401      ok      409     ok     ok         ok      ok     409
me.beginPasskey: without a fresh proof          401      403     403     403    403        403     403    403
me.addPasskey                                   401      403     ok      403    403        403     403    ok
me.addPasskey: without a fresh proof            401      403     403     403    403        403     403    403
me.renamePasskey                                401      404     ok      404    404        404     404    ok
me.renamePasskey: without a fresh proof         401      403     403     403    403        403     403    403
me.removePasskey                                401      404     ok      404    404        404     404    ok
me.removePasskey: the only way in               401      404     409     404    404        404     404    409
me.removePasskey: without a fresh proof         401      403     403     403    403        403     403    403
me.readProof                                    401      none    ok      none   none       none    none   ok
me.beginProof                                   401      404     ok      404    404        404     404    ok
me.removeAvatar                                 401      none    ok      none   none       none    none   403
me.claimForum                                   401      ok      ok      ok     ok         ok      ok     403
me.claimForum: of a forum that is led           401      410     410     410    410        410     410    403
me.claimForum: with a made-up link              401      410     410     410    410        410     410    403
news.list                                       401      none    ok      none   none       none    none   ok
notes.list                                      ok       ok      ok      ok     ok         ok      ok     ok
notes.read                                      ok       ok      ok      ok     ok         ok      ok     ok
notes.read: one that is gone                    404      404     404     404    404        404     404    404
notes.replies                                   ok       ok      ok      ok     ok         ok      ok     ok
notes.replies: to one that is gone              404      404     404     404    404        404     404    404
notes.pageOf                                    ok       ok      ok      ok     ok         ok      ok     ok
notes.pageOf: to one that is gone               404      404     404     404    404        404     404    404
notes.ofFollowed                                401      none    none    ok     none       none    none   none
notes.ofFollowed: a reply                       401      none    none    none   none       none    none   none
notes.ofProfile                                 ok       ok      ok      ok     ok         ok      ok     ok
notes.ofProfile: of one not verified            404      404     404     404    404        404     404    404
notes.ofProfile: of nobody                      404      404     404     404    404        404     404    404
memberView.read                                 401      403     403     403    ok         403     ok     403
memberView.read: nobody of this name            401      403     403     403    404        403     404    403
memberView.history                              401      403     403     403    ok         403     ok     403
memberView.history: nobody of this name         401      403     403     403    404        403     404    403
memberView.addNote                              401      403     403     403    ok         403     ok     403
memberView.addNote: nobody of this name         401      403     403     403    404        403     404    403
memberView.removeNote                           401      403     403     403    ok         403     ok     403
memberView.removeNote: of another moderator     401      403     403     403    404        403     ok     403
memberView.removeNote: one that is gone         401      403     403     403    404        403     404    403
moderationCases.list                            401      403     403     403    ok         403     ok     403
moderationCases.waiting                         401      403     403     403    ok         403     ok     403
moderationCases.read                            401      403     403     403    ok         403     ok     403
moderationCases.read: one that is gone          401      403     403     403    404        403     404    403
moderationCases.claim                           401      403     403     403    ok         403     ok     403
moderationCases.claim: one that is gone         401      403     403     403    404        403     404    403
moderationCases.claim: of a moderator           401      403     403     403    403        403     ok     403
moderationCases.release                         401      403     403     403    ok         403     none   403
moderationCases.release: one that is gone       401      403     403     403    404        403     404    403
moderationCases.decide                          401      403     403     403    ok         403     ok     403
moderationCases.decide: one that is gone        401      403     403     403    404        403     404    403
moderationCases.decide: of a moderator          401      403     403     403    403        403     ok     403
moderationCases.decide: one that I reported     401      403     403     403    403        403     ok     403
moderationCases.decide: a closed one            401      403     403     403    409        403     409    403
moderationCases.decideMany                      401      403     403     403    ok         403     ok     403
moderationCases.decideMany: one that is gone    401      403     403     403    none       403     none   403
moderationCases.moderators                      401      403     403     403    ok         403     ok     403
moderationCases.assign                          401      403     403     403    ok         403     ok     403
moderationCases.assign: one that is gone        401      403     403     403    404        403     404    403
moderationCases.assign: to a member             401      403     403     403    400        403     400    403
moderationCases.assign: a closed one            401      403     403     403    409        403     409    403
moderationCases.addNote                         401      403     403     403    ok         403     ok     403
moderationCases.addNote: one that is gone       401      403     403     403    404        403     404    403
savedReplies.list                               401      403     403     403    ok         403     ok     403
savedReplies.create                             401      403     403     403    ok         403     ok     403
savedReplies.create: with the id of another     401      403     403     403    409        403     409    403
savedReplies.update                             401      403     403     403    ok         403     ok     403
savedReplies.update: as it was before           401      403     403     403    409        403     409    403
savedReplies.update: one that is gone           401      403     403     403    404        403     404    403
savedReplies.remove                             401      403     403     403    ok         403     ok     403
savedReplies.remove: one that is gone           401      403     403     403    404        403     404    403
watchedWords.list                               401      403     403     403    ok         403     ok     403
watchedWords.create                             401      403     403     403    403        403     ok     403
watchedWords.create: with the id of another     401      403     403     403    403        403     409    403
watchedWords.update                             401      403     403     403    403        403     ok     403
watchedWords.update: as it was before           401      403     403     403    403        403     409    403
watchedWords.update: one that is gone           401      403     403     403    403        403     404    403
watchedWords.test                               401      403     403     403    403        403     ok     403
watchedWords.test: one that is gone             401      403     403     403    403        403     404    403
watchedWords.remove                             401      403     403     403    403        403     ok     403
watchedWords.remove: one that is gone           401      403     403     403    403        403     404    403
vouches.add                                     401      403     403     403    ok         403     ok     403
vouches.add: for one who is established         401      403     403     403    409        403     409    403
vouches.add: for a moderator                    401      403     403     403    403        403     409    403
vouches.add: for an admin                       401      403     403     403    403        403     403    403
vouches.add: nobody of this name                401      403     403     403    404        403     404    403
vouches.remove                                  401      403     403     403    ok         403     ok     403
vouches.remove: where nobody vouches            401      403     403     403    404        403     404    403
vouches.remove: of an admin                     401      403     403     403    403        403     403    403
vouches.remove: nobody of this name             401      403     403     403    404        403     404    403
managedAccounts.list                            401      403     403     403    403        403     ok     403
managedAccounts.read                            401      403     403     403    403        403     ok     403
managedAccounts.read: of nobody                 401      403     403     403    403        403     404    403
managedAccounts.grantRole                       401      403     403     403    403        403     ok     403
managedAccounts.grantRole: not verified         401      403     403     403    403        403     409    403
managedAccounts.grantRole: of nobody            401      403     403     403    403        403     404    403
managedAccounts.grantRole: no proof             401      403     403     403    403        403     403    403
managedAccounts.revokeRole                      401      403     403     403    403        403     ok     403
managedAccounts.revokeRole: of the last admin   401      403     403     403    403        403     409    403
managedAccounts.revokeRole: of nobody           401      403     403     403    403        403     404    403
managedAccounts.revokeRole: no proof            401      403     403     403    403        403     403    403
managedAccounts.verify                          401      403     403     403    403        403     ok     403
managedAccounts.verify: a verified one          401      403     403     403    403        403     409    403
managedAccounts.verify: of nobody               401      403     403     403    403        403     404    403
managedAccounts.verify: no proof                401      403     403     403    403        403     403    403
managedAccounts.rename                          401      403     403     403    403        403     ok     403
managedAccounts.rename: one’s own               401      403     403     403    403        403     409    403
managedAccounts.rename: of nobody               401      403     403     403    403        403     404    403
managedAccounts.rename: no proof                401      403     403     403    403        403     403    403
managedAccounts.changeEmail                     401      403     403     403    403        403     ok     403
managedAccounts.changeEmail: one’s own          401      403     403     403    403        403     409    403
managedAccounts.changeEmail: of nobody          401      403     403     403    403        403     404    403
managedAccounts.changeEmail: no proof           401      403     403     403    403        403     403    403
managedAccounts.requestDeletion                 401      403     403     403    403        403     ok     403
managedAccounts.requestDeletion: one’s own      401      403     403     403    403        403     409    403
managedAccounts.requestDeletion: of nobody      401      403     403     403    403        403     404    403
managedAccounts.requestDeletion: no proof       401      403     403     403    403        403     403    403
managedAccounts.resetPassword                   401      403     403     403    403        403     ok     403
managedAccounts.resetPassword: one’s own        401      403     403     403    403        403     409    403
managedAccounts.resetPassword: of nobody        401      403     403     403    403        403     404    403
managedAccounts.resetPassword: no proof         401      403     403     403    403        403     403    403
imports.list                                    401      403     403     403    403        403     ok     403
imports.report                                  401      403     403     403    403        403     ok     403
imports.report: one that is gone                401      403     403     403    403        403     404    403
imports.remove                                  401      403     403     403    403        403     ok     403
imports.remove: one that is gone                401      403     403     403    403        403     404    403
imports.remove: while one runs                  401      403     403     403    403        403     409    403
imports.remove: without a fresh proof           401      403     403     403    403        403     403    403
webhooks.list                                   401      403     403     403    403        403     ok     403
webhooks.create                                 401      403     403     403    403        403     ok     403
webhooks.create: in a private network           401      403     403     403    403        403     400    403
webhooks.create: without a fresh proof          401      403     403     403    403        403     403    403
webhooks.update                                 401      403     403     403    403        403     ok     403
webhooks.update: one that is gone               401      403     403     403    403        403     404    403
webhooks.replaceSecret                          401      403     403     403    403        403     ok     403
webhooks.replaceSecret: one that is gone        401      403     403     403    403        403     404    403
webhooks.replaceSecret: without a fresh proof   401      403     403     403    403        403     403    403
webhooks.remove                                 401      403     403     403    403        403     ok     403
webhooks.remove: one that is gone               401      403     403     403    403        403     404    403
webhookDeliveries.list                          401      403     403     403    403        403     ok     403
webhookDeliveries.list: of one that is gone     401      403     403     403    403        403     404    403
webhookDeliveries.create                        401      403     403     403    403        403     ok     403
webhookDeliveries.create: of one that is off    401      403     403     403    403        403     409    403
webhookDeliveries.repeat                        401      403     403     403    403        403     ok     403
webhookDeliveries.repeat: one that is gone      401      403     403     403    403        403     404    403
invites.list                                    401      403     403     403    ok         403     ok     403
invites.create                                  401      403     403     403    403        403     ok     403
invites.create: where moderators may            401      403     403     403    ok         403     ok     403
invites.create: without a fresh proof           401      403     403     403    403        403     403    403
invites.revoke                                  401      403     403     403    403        403     ok     403
invites.revoke: where moderators may            401      403     403     403    ok         403     ok     403
invites.revoke: one that is revoked             401      403     403     403    403        403     404    403
moderationCases.decide: to approve              401      403     403     403    ok         403     ok     403
moderationCases.decide: to approve one’s own    401      403     403     403    404        403     ok     403
moderationCases.decide: to reject               401      403     403     403    ok         403     ok     403
moderationCases.read: one that waits            401      403     403     403    ok         403     ok     403
moderationActions.list                          ok       ok      ok      ok     ok         ok      ok     ok
moderationActions.list: whom it is about        none     none    none    none   none       none    none   none
moderationActions.list: a note                  none     none    none    none   none       none    none   none
transparency.read                               ok       ok      ok      ok     ok         ok      ok     ok
moderationActions.read                          401      403     403     403    ok         403     ok     403
moderationActions.read: one that is not         401      403     403     403    404        403     404    403
moderationActions.redact                        401      403     403     403    403        403     ok     403
moderationActions.redact: a second time         401      403     403     403    403        403     409    403
moderationActions.redact: one that is not       401      403     403     403    403        403     404    403
mutes.add                                       401      ok      403     ok     ok         ok      ok     403
mutes.add: nobody of this name                  401      404     404     404    404        404     404    404
mutes.add: one not verified                     401      404     404     404    404        404     404    404
mutes.remove                                    401      none    403     ok     none       none    none   403
mutes.remove: nobody of this name               401      404     404     404    404        404     404    404
mutes.list                                      401      none    none    ok     none       none    none   none
mutes.hidden                                    401      none    none    ok     none       none    none   none
mutes.hidden: one whom I block                  401      none    none    ok     none       none    none   none
notes.create                                    401      ok      ok      ok     ok         ok      ok     403
notes.create: with the id of another's          401      409     409     409    409        409     409    403
notes.reply                                     401      ok      ok      ok     ok         ok      ok     403
notes.reply: to one who blocks me               401      ok      403     ok     ok         ok      ok     403
notes.reply: to one that is gone                401      404     404     404    404        404     404    403
notes.reply: to a stub                          401      409     409     409    409        409     409    403
notes.reply: to a reply                         401      409     409     409    409        409     409    403
notes.update                                    401      403     ok      403    403        403     403    403
notes.update: one whose author has left         401      403     403     403    403        403     403    403
notes.update: a stub                            401      403     403     403    403        403     403    403
notes.update: one that is gone                  401      404     404     404    404        404     404    403
notes.remove                                    401      403     ok      403    403        403     403    403
notes.remove: one whose author has left         401      403     403     403    403        403     403    403
notes.remove: a stub                            401      403     403     403    403        403     403    403
notes.remove: one that is gone                  401      404     404     404    404        404     404    403
notes.like                                      401      ok      ok      ok     ok         ok      ok     403
notes.like: a stub                              401      404     404     404    404        404     404    403
notes.like: one that is gone                    401      404     404     404    404        404     404    403
notes.unlike                                    401      none    ok      none   none       none    none   403
notes.unlike: one that is gone                  401      404     404     404    404        404     404    403
push.list                                       401      none    ok      none   none       none    none   ok
push.save                                       401      ok      ok      ok     ok         ok      ok     ok
push.save: at an address without https          401      400     400     400    400        400     400    400
push.remove                                     401      404     ok      404    404        404     404    ok
push.remove: one that is gone                   401      404     404     404    404        404     404    404
digest.read                                     401      none    ok      none   none       none    none   ok
digest.update                                   401      ok      ok      ok     ok         ok      ok     ok
mailRefusals.remove                             401      none    ok      none   none       none    none   ok
notificationChoices.read                        401      none    ok      none   none       none    none   ok
notificationChoices.update                      401      ok      ok      ok     ok         ok      ok     ok
notifications.list                              401      none    ok      none   none       none    none   ok
notifications.list: of a deleted comment        401      none    none    none   none       none    none   none
notifications.read                              401      404     ok      404    404        404     404    ok
notifications.read: one that is gone            401      404     404     404    404        404     404    404
notifications.readSeen                          401      none    ok      none   none       none    none   ok
notifications.readAll                           401      none    ok      none   none       none    none   ok
commentMoves.split                              401      403     403     403    ok         403     ok     403
commentMoves.split: none such                   401      403     403     403    404        403     404    403
commentMoves.split: comments of another post    401      403     403     403    409        403     409    403
commentMoves.split: a removed comment           401      403     403     403    409        403     409    403
commentMoves.move                               401      403     403     403    ok         403     ok     403
commentMoves.move: none such                    401      403     403     403    404        403     404    403
commentMoves.move: to the same post             401      403     403     403    409        403     409    403
commentMoves.move: to a removed post            401      403     403     403    409        403     409    403
commentMoves.merge                              401      403     403     403    ok         403     ok     403
commentMoves.merge: none such                   401      403     403     403    404        403     404    403
commentMoves.merge: into itself                 401      403     403     403    409        403     409    403
commentMoves.merge: into a removed post         401      403     403     403    409        403     409    403
postModeration.read                             401      403     403     403    ok         403     ok     403
postModeration.read: none such                  401      403     403     403    404        403     404    403
postModeration.lock                             401      403     403     403    ok         403     ok     403
postModeration.lock: none such                  401      403     403     403    404        403     404    403
postModeration.unlock                           401      403     403     403    ok         403     ok     403
postModeration.unlock: none such                401      403     403     403    404        403     404    403
postModeration.slowDown                         401      403     403     403    ok         403     ok     403
postModeration.slowDown: none such              401      403     403     403    404        403     404    403
postModeration.endSlowMode                      401      403     403     403    ok         403     ok     403
postModeration.endSlowMode: none such           401      403     403     403    404        403     404    403
postModeration.pin                              401      403     403     403    ok         403     ok     403
postModeration.pin: none such                   401      403     403     403    404        403     404    403
postModeration.unpin                            401      403     403     403    ok         403     ok     403
postModeration.unpin: none such                 401      403     403     403    404        403     404    403
postModeration.classify                         401      403     403     403    ok         403     ok     403
postModeration.classify: none such              401      403     403     403    404        403     404    403
postModeration.markDuplicate                    401      403     403     403    ok         403     ok     403
postModeration.markDuplicate: none such         401      403     403     403    404        403     404    403
postModeration.unmarkDuplicate                  401      403     403     403    ok         403     ok     403
postModeration.unmarkDuplicate: none such       401      403     403     403    404        403     404    403
postModeration.classify: an admin's             401      403     403     403    403        403     403    403
postModeration.classify: a moderator's          401      403     403     403    403        403     ok     403
postModeration.markDuplicate: of a duplicate    401      403     403     403    409        403     409    403
posts.list                                      ok       ok      ok      ok     ok         ok      ok     ok
posts.neighbours                                ok       ok      ok      ok     ok         ok      ok     ok
posts.neighbours: of one that is gone           404      404     404     404    404        404     404    404
posts.read                                      ok       ok      ok      ok     ok         ok      ok     ok
posts.read: one that is gone                    404      404     404     404    404        404     404    404
posts.related                                   ok       ok      ok      ok     ok         ok      ok     ok
posts.related: to one that is gone              404      404     404     404    404        404     404    404
posts.view                                      ok       ok      none    ok     ok         ok      ok     none
posts.view: one that is gone                    404      404     404     404    404        404     404    404
previews.create                                 401      ok      ok      ok     ok         ok      ok     403
posts.create                                    401      ok      ok      ok     ok         ok      ok     403
posts.create: with the id of another's          401      409     409     409    409        409     409    403
posts.update                                    401      403     ok      403    403        403     403    403
posts.update: one whose author has left         401      403     403     403    403        403     403    403
posts.update: one that is gone                  401      404     404     404    404        404     404    403
posts.remove                                    401      403     ok      403    403        403     403    403
posts.remove: one whose author has left         401      403     403     403    403        403     403    403
posts.remove: one that is gone                  401      404     404     404    404        404     404    403
profiles.search                                 ok       ok      ok      ok     ok         ok      ok     ok
profiles.search: one not verified               none     none    none    none   none       none    none   none
profiles.read                                   ok       ok      ok      ok     ok         ok      ok     ok
profiles.read: one not verified                 404      404     404     404    404        404     404    404
profiles.read: nobody of this name              404      404     404     404    404        404     404    404
profiles.posts                                  ok       ok      ok      ok     ok         ok      ok     ok
profiles.posts: of one not verified             404      404     404     404    404        404     404    404
profiles.posts: of nobody                       404      404     404     404    404        404     404    404
profiles.comments                               ok       ok      ok      ok     ok         ok      ok     ok
profiles.comments: of one not verified          404      404     404     404    404        404     404    404
profiles.comments: of nobody                    404      404     404     404    404        404     404    404
profiles.highlights                             ok       ok      ok      ok     ok         ok      ok     ok
profiles.highlights: of one not verified        404      404     404     404    404        404     404    404
profiles.highlights: of nobody                  404      404     404     404    404        404     404    404
profiles.comments: a deleted one                none     none    none    none   none       none    none   none
reads.update                                    401      ok      ok      ok     ok         ok      ok     ok
reads.update: of a post that is gone            401      404     404     404    404        404     404    404
purges.create                                   401      403     403     403    ok         403     ok     403
purges.create: a count                          401      403     403     403    none       403     none   403
purges.create: of a moderator                   401      403     403     403    403        403     ok     403
purges.create: of an admin                      401      403     403     403    403        403     403    403
purges.create: for no reason                    401      403     403     403    400        403     400    403
purges.create: of nothing                       401      403     403     403    409        403     409    403
purges.create: nobody of this name              401      403     403     403    404        403     404    403
purges.create: without a fresh proof            401      403     403     403    403        403     403    403
purges.read                                     401      403     403     403    ok         403     ok     403
purges.read: nobody of this name                401      403     403     403    404        403     404    403
purges.remove                                   401      403     403     403    ok         403     ok     403
purges.remove: of a moderator                   401      403     403     403    403        403     ok     403
purges.remove: not purged                       401      403     403     403    409        403     409    403
purges.remove: nobody of this name              401      403     403     403    404        403     404    403
purges.remove: without a fresh proof            401      403     403     403    403        403     403    403
redactions.create                               401      403     403     403    ok         403     ok     403
redactions.create: a moderator's                401      403     403     403    403        403     ok     403
redactions.create: not in the text              401      403     403     403    400        403     400    403
redactions.create: one that is gone             401      403     403     403    404        403     404    403
redactions.read                                 401      403     403     403    ok         403     ok     403
redactions.read: one that is not                401      403     403     403    404        403     404    403
redactions.restore                              401      403     403     403    ok         403     ok     403
redactions.restore: what is erased              401      403     403     403    409        403     409    403
redactions.restore: one that is not             401      403     403     403    404        403     404    403
removals.removePost                             401      403     403     403    ok         403     ok     403
removals.removePost: of one who has left        401      403     403     403    ok         403     ok     403
removals.removePost: a moderator's              401      403     403     403    403        403     ok     403
removals.removePost: an editor's                401      403     403     403    403        403     ok     403
removals.removePost: an admin's                 401      403     403     403    403        403     403    403
removals.removePost: removed already            401      403     403     403    409        403     409    403
removals.removePost: for no reason              401      403     403     403    400        403     400    403
removals.removePost: one that is gone           401      403     403     403    404        403     404    403
removals.restorePost                            401      403     403     403    ok         403     ok     403
removals.restorePost: not removed               401      403     403     403    409        403     409    403
removals.restorePost: what is erased            401      403     403     403    409        403     409    403
removals.restorePost: one that is gone          401      403     403     403    404        403     404    403
removals.removeComment                          401      403     403     403    ok         403     ok     403
removals.removeComment: of one who has left     401      403     403     403    ok         403     ok     403
removals.removeComment: a moderator's           401      403     403     403    403        403     ok     403
removals.removeComment: an editor's             401      403     403     403    403        403     ok     403
removals.removeComment: an admin's              401      403     403     403    403        403     403    403
removals.removeComment: removed already         401      403     403     403    409        403     409    403
removals.removeComment: for no reason           401      403     403     403    400        403     400    403
removals.removeComment: one that is gone        401      403     403     403    404        403     404    403
removals.restoreComment                         401      403     403     403    ok         403     ok     403
removals.restoreComment: not removed            401      403     403     403    409        403     409    403
removals.restoreComment: what is erased         401      403     403     403    409        403     409    403
removals.restoreComment: one that is gone       401      403     403     403    404        403     404    403
removals.removeNote                             401      403     403     403    ok         403     ok     403
removals.removeNote: of one who has left        401      403     403     403    ok         403     ok     403
removals.removeNote: a moderator's              401      403     403     403    403        403     ok     403
removals.removeNote: an editor's                401      403     403     403    403        403     ok     403
removals.removeNote: an admin's                 401      403     403     403    403        403     403    403
removals.removeNote: removed already            401      403     403     403    409        403     409    403
removals.removeNote: for no reason              401      403     403     403    400        403     400    403
removals.removeNote: one that is gone           401      403     403     403    404        403     404    403
removals.restoreNote                            401      403     403     403    ok         403     ok     403
removals.restoreNote: not removed               401      403     403     403    409        403     409    403
removals.restoreNote: what is erased            401      403     403     403    409        403     409    403
removals.restoreNote: one that is gone          401      403     403     403    404        403     404    403
removals.mine                                   401      404     ok      404    404        404     404    ok
removals.mine: a comment                        401      404     ok      404    404        404     404    ok
removals.mine: nothing of this id               401      404     404     404    404        404     404    404
removals.mine: not removed                      401      404     404     404    404        404     404    404
removals.read                                   401      403     403     403    ok         403     ok     403
removals.read: nothing of this id               401      403     403     403    404        403     404    403
posts.read: a removed one                       410      410     410     410    410        410     410    410
posts.related: to a removed one                 404      404     404     404    404        404     404    404
posts.neighbours: of a removed one              404      404     404     404    404        404     404    404
comments.list: of a removed post                404      404     404     404    404        404     404    404
comments.pageOf: of a removed post              404      404     404     404    404        404     404    404
notes.read: a removed one                       none     none    none    none   none       none    none   none
posts.update: a removed one                     401      403     409     403    403        403     403    403
posts.remove: a removed one                     401      403     ok      403    403        403     403    403
comments.update: a removed one                  401      403     409     403    403        403     403    403
comments.remove: a removed one                  401      403     ok      403    403        403     403    403
notes.update: a removed one                     401      403     409     403    403        403     403    403
notes.remove: a removed one                     401      403     ok      403    403        403     403    403
comments.create: on a removed post              401      404     404     404    404        404     404    403
comments.create: a reply to a removed one       401      409     409     409    409        409     409    403
notes.reply: to a removed one                   401      409     409     409    409        409     409    403
notes.like: a removed one                       401      404     404     404    404        404     404    403
votes.post: a removed one                       401      404     404     404    404        404     404    403
votes.comment: a removed one                    401      404     404     404    404        404     404    403
bookmarks.add: a removed post                   401      404     404     404    404        404     404    403
postFollows.add: a removed post                 401      404     404     404    404        404     404    403
reads.update: of a removed post                 401      404     404     404    404        404     404    404
reports.create                                  401      ok      403     ok     ok         ok      ok     403
reports.create: a message                       401      404     403     ok     404        404     404    403
reports.create: one that is gone                401      404     404     404    404        404     404    403
reports.mine                                    401      none    none    ok     none       none    none   none
resources.list                                  ok       ok      ok      ok     ok         ok      ok     ok
resources.create                                401      403     403     403    403        ok      ok     403
resources.create: with the id of another        401      403     403     403    403        409     409    403
resources.update                                401      403     403     403    403        ok      ok     403
resources.update: as it was before              401      403     403     403    403        409     409    403
resources.update: one that is gone              401      403     403     403    403        404     404    403
resources.remove                                401      403     403     403    403        ok      ok     403
resources.remove: one that is gone              401      403     403     403    403        404     404    403
revisions.post                                  ok       ok      ok      ok     ok         ok      ok     ok
revisions.post: of one that is gone             404      404     404     404    404        404     404    404
revisions.post: of a stub                       404      404     404     404    404        404     404    404
revisions.post: one that was taken away         none     none    none    none   none       none    none   none
revisions.comment                               ok       ok      ok      ok     ok         ok      ok     ok
revisions.comment: of one that is gone          404      404     404     404    404        404     404    404
revisions.comment: of a stub                    404      404     404     404    404        404     404    404
revisions.redact                                401      403     403     403    ok         403     ok     403
revisions.redact: a moderator's                 401      403     403     403    403        403     ok     403
revisions.redact: one that was taken away       401      403     403     403    409        403     409    403
revisions.redact: for no reason                 401      403     403     403    400        403     400    403
revisions.redact: one that is gone              401      403     403     403    404        403     404    403
rules.list                                      ok       ok      ok      ok     ok         ok      ok     ok
rules.create                                    401      403     403     403    403        ok      ok     403
rules.create: with the id of another            401      403     403     403    403        409     409    403
rules.update                                    401      403     403     403    403        ok      ok     403
rules.update: as it was before                  401      403     403     403    403        409     409    403
rules.update: one that is gone                  401      403     403     403    403        404     404    403
rules.remove                                    401      403     403     403    403        ok      ok     403
rules.remove: one that is gone                  401      403     403     403    403        404     404    403
sanctions.create                                401      403     403     403    ok         403     ok     403
sanctions.create: against a moderator           401      403     403     403    403        403     ok     403
sanctions.create: against an admin              401      403     403     403    403        403     403    403
sanctions.create: for no reason                 401      403     403     403    400        403     400    403
sanctions.create: nobody of this name           401      403     403     403    404        403     404    403
sanctions.lift                                  401      403     403     403    ok         403     ok     403
sanctions.lift: of a moderator                  401      403     403     403    403        403     ok     403
sanctions.lift: a lifted one                    401      403     403     403    409        403     409    403
sanctions.lift: one that is not                 401      403     403     403    404        403     404    403
sanctions.list                                  401      403     403     403    ok         403     ok     403
sanctions.list: nobody of this name             401      403     403     403    404        403     404    403
sanctions.mine                                  401      none    ok      none   none       none    none   ok
sanctions.acknowledge                           401      404     ok      404    404        404     404    ok
sanctions.acknowledge: a suspension             401      404     404     404    404        404     404    404
sanctions.acknowledge: one that is not          401      404     404     404    404        404     404    404
searches.summary                                ok       ok      ok      ok     ok         ok      ok     ok
searches.comments                               ok       ok      ok      ok     ok         ok      ok     ok
searches.comments: one that is deleted          none     none    none    none   none       none    none   none
searches.notes                                  ok       ok      ok      ok     ok         ok      ok     ok
searches.notes: one that is deleted             none     none    none    none   none       none    none   none
searches.people                                 ok       ok      ok      ok     ok         ok      ok     ok
searches.people: one not verified               none     none    none    none   none       none    none   none
site.read                                       ok       ok      ok      ok     ok         ok      ok     ok
site.text                                       ok       ok      ok      ok     ok         ok      ok     ok
site.text: one that nobody has written          404      404     404     404    404        404     404    404
site.settings                                   401      403     403     403    403        403     ok     403
dashboard.figures                               401      403     403     403    403        403     ok     403
dashboard.days                                  401      403     403     403    403        403     ok     403
dashboard.release                               401      403     403     403    403        403     ok     403
setup.read                                      401      403     403     403    403        403     ok     403
setup.complete                                  401      403     403     403    403        403     ok     403
setup.readStarter                               401      403     403     403    403        403     ok     403
setup.removeStarter                             401      403     403     403    403        403     ok     403
setup.restoreStarter                            401      403     403     403    403        403     ok     403
setup.dismiss                                   401      403     403     403    403        403     ok     403
dashboard.startBackup                           401      403     403     403    403        403     ok     403
dashboard.sendTestEmail                         401      403     403     403    403        403     ok     403
dashboard.failedJobs                            401      403     403     403    403        403     ok     403
dashboard.retryJob                              401      403     403     403    403        403     ok     403
dashboard.retryJob: one that waits again        401      403     403     403    403        403     none   403
dashboard.retryJob: one that is gone            401      403     403     403    403        403     404    403
dashboard.retryKind                             401      403     403     403    403        403     ok     403
dashboard.retryKind: one of which none failed   401      403     403     403    403        403     none   403
dashboard.discardJob                            401      403     403     403    403        403     ok     403
dashboard.discardJob: one that waits again      401      403     403     403    403        403     404    403
site.update                                     401      403     403     403    403        403     ok     403
site.update: as it was before                   401      403     403     403    403        403     409    403
site.update: without a fresh proof              401      403     403     403    403        403     403    403
site.setLogo                                    401      403     403     403    403        403     ok     403
site.setLogo: without a fresh proof             401      403     403     403    403        403     403    403
site.removeLogo                                 401      403     403     403    403        403     ok     403
site.setIcon                                    401      403     403     403    403        403     ok     403
site.setIcon: without a fresh proof             401      403     403     403    403        403     403    403
site.removeIcon                                 401      403     403     403    403        403     ok     403
suggestions.list                                ok       ok      ok      ok     ok         ok      ok     ok
suggestions.list: one not verified              none     none    none    none   none       none    none   none
thinkers.list                                   ok       ok      ok      ok     ok         ok      ok     ok
thinkers.create                                 401      403     403     403    403        ok      ok     403
thinkers.create: with the id of another         401      403     403     403    403        409     409    403
thinkers.update                                 401      403     403     403    403        ok      ok     403
thinkers.update: as it was before               401      403     403     403    403        409     409    403
thinkers.update: one that is gone               401      403     403     403    403        404     404    403
thinkers.remove                                 401      403     403     403    403        ok      ok     403
thinkers.remove: one that is gone               401      403     403     403    403        404     404    403
users.list                                      401      403     403     403    403        ok      403    403
users.list: an unverified account               401      403     403     403    403        ok      403    403
users.assignModerator                           401      403     403     403    403        ok      403    403
users.assignModerator: without a fresh proof    401      403     403     403    403        403     403    403
users.assignModerator: to oneself               401      403     403     403    403        ok      403    403
users.assignModerator: to an editor             401      403     403     403    403        409     403    403
users.assignModerator: to an admin              401      403     403     403    403        409     403    403
users.assignModerator: an unverified account    401      403     403     403    403        409     403    403
users.assignModerator: nobody                   401      403     403     403    403        404     403    403
users.removeModerator                           401      403     403     403    403        ok      403    403
users.removeModerator: of an admin              401      403     403     403    403        409     403    403
users.removeModerator: of nobody                401      403     403     403    403        404     403    403
users.removeModerator: an unverified account    401      403     403     403    403        409     403    403
votes.scores                                    ok       ok      ok      ok     ok         ok      ok     ok
votes.scores: of one that is gone               none     none    none    none   none       none    none   none
votes.post                                      401      ok      ok      ok     ok         ok      ok     403
votes.post: one that is gone                    401      404     404     404    404        404     404    403
votes.comment                                   401      ok      ok      ok     ok         ok      ok     403
votes.comment: a deleted one                    401      404     404     404    404        404     404    403
votes.comment: one that is gone                 401      404     404     404    404        404     404    403
`

export const PEOPLE = [
  'visitor',
  'member',
  'author',
  'other',
  'moderator',
  'editor',
  'admin',
  'suspended',
] as const
export type Person = (typeof PEOPLE)[number]
export type Cell = 'ok' | 'none' | number

export interface Row {
  /** The operation and the case, as in the table. */
  name: string
  /** Name of the operation, such as `posts.create`. */
  operation: string
  cells: Record<Person, Cell>
}

export const ROWS: Row[] = TABLE.trim().split('\n').slice(1).map(toRow)

function toRow(line: string): Row {
  const [name = '', ...words] = line.split(/ {2,}/)
  const cells = words.map((word) => (word === 'ok' || word === 'none' ? word : Number(word)))
  if (cells.length !== PEOPLE.length || cells.some((cell) => Number.isNaN(cell)))
    throw new Error(`Not a line of the authorisation table: ${line}`)
  const byPerson = PEOPLE.map((person, index) => [person, cells[index]])
  return { name, operation: name.split(':')[0] ?? '', cells: Object.fromEntries(byPerson) }
}
