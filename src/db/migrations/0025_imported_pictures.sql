-- Imports bring avatars and the pictures of texts.

ALTER TABLE imported DROP CONSTRAINT imported_kind_check, ADD CONSTRAINT imported_kind_check CHECK (kind IN (
  'member', 'avatar', 'concept', 'picture', 'post', 'comment', 'vote', 'bookmark', 'follow', 'block', 'message',
  'sanction', 'address'));
