-- Removal and restoration of posts, comments and notes.
--
-- The row stays and its text is replaced by a neutral one. The original moves to removed_content. Rankings, search,
-- notifications and activity lose the content, so that no query shows it, even one that does not check for removals.
-- Author, votes, likes, bookmarks, follows, comments and ids stay, so that the content can be restored.
--
-- Deleted content cannot be removed. If the author deletes removed content, the original in removed_content is
-- deleted too, unless a moderation case about it is open.
--
-- Order of locks: the post, comment or note as in lock_content(), then removed_content, then profiles.

-- Original texts of removed content. Erased after 90 days, after which the content cannot be restored.
CREATE TABLE removed_content (
  kind text NOT NULL
    CONSTRAINT removed_content_kind_check CHECK (kind IN ('post', 'comment', 'note', 'profile', 'message')),
  id uuid NOT NULL,
  author_id uuid REFERENCES profiles ON DELETE CASCADE,
  content jsonb NOT NULL,
  action_id uuid NOT NULL REFERENCES moderation_actions,
  removed_at timestamptz NOT NULL DEFAULT now(),
  erase_at timestamptz NOT NULL DEFAULT now() + interval '90 days',
  PRIMARY KEY (kind, id)
);
CREATE INDEX removed_content_action_index ON removed_content (action_id);
CREATE INDEX removed_content_author_index ON removed_content (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX removed_content_erase_index ON removed_content (erase_at);

-- Texts from which moderators redacted a passage: a post, comment or note, its earlier versions, and comments that quote
-- it. Holds the original for moderators for 90 days. Meanwhile, edits that contain the passage are refused.
CREATE TABLE redacted_texts (
  id uuid PRIMARY KEY DEFAULT new_id(),
  action_id uuid NOT NULL REFERENCES moderation_actions,
  post_id uuid REFERENCES posts ON DELETE CASCADE,
  comment_id uuid REFERENCES comments ON DELETE CASCADE,
  note_id uuid REFERENCES notes ON DELETE CASCADE,
  revision_id uuid REFERENCES revisions ON DELETE CASCADE,
  author_id uuid REFERENCES profiles ON DELETE CASCADE,
  passage text NOT NULL CONSTRAINT redacted_texts_passage_check CHECK (char_length(passage) BETWEEN 3 AND 500),
  -- The original. Only posts have a title.
  title text,
  content text NOT NULL,
  -- Digest of the text after the redaction. The original is restored only if the text is still the same.
  digest bytea NOT NULL CONSTRAINT redacted_texts_digest_check CHECK (octet_length(digest) = 32),
  erase_at timestamptz NOT NULL DEFAULT now() + interval '90 days',
  CONSTRAINT redacted_texts_item_check CHECK (num_nonnulls(post_id, comment_id, note_id, revision_id) = 1)
);
CREATE INDEX redacted_texts_action_index ON redacted_texts (action_id);
CREATE INDEX redacted_texts_author_index ON redacted_texts (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX redacted_texts_comment_index ON redacted_texts (comment_id) WHERE comment_id IS NOT NULL;
CREATE INDEX redacted_texts_erase_index ON redacted_texts (erase_at);
CREATE INDEX redacted_texts_note_index ON redacted_texts (note_id) WHERE note_id IS NOT NULL;
CREATE INDEX redacted_texts_post_index ON redacted_texts (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX redacted_texts_revision_index ON redacted_texts (revision_id) WHERE revision_id IS NOT NULL;

-- Returns whether this transaction redacts or restores a passage. Such a change is not an edit by the author.
CREATE FUNCTION is_redacting() RETURNS boolean
LANGUAGE sql STABLE AS $$ SELECT coalesce(current_setting('threshold.redaction', true) = 'on', false) $$;

-- Refuses an edit that contains a passage that was redacted from the same text.
CREATE FUNCTION refuse_redacted(item uuid, body text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_redacting() AND EXISTS (
    SELECT FROM redacted_texts r
    WHERE (r.post_id = item OR r.comment_id = item OR r.note_id = item) AND position(lower(r.passage) IN lower(body)) > 0) THEN
    PERFORM refuse('redacted_texts_passage', 'The text contains a passage that a moderator redacted');
  END IF;
END $$;

CREATE FUNCTION redaction_digest(title text, content text) RETURNS bytea
LANGUAGE sql STABLE AS $$ SELECT sha256(convert_to(concat_ws(E'\n', title, content), 'UTF8')) $$;

-- Locks a post, comment or note in the order that writers use: first the post of a comment, or the parent of a note.
-- Returns no row for a stub. A post is locked FOR UPDATE, because new bookmarks and follows take only the lock of
-- their foreign key, which NO KEY UPDATE would not block. Votes and replies take stronger locks.
CREATE FUNCTION lock_content(
  thing text, target uuid, OUT author_id uuid, OUT post_id uuid, OUT parent_id uuid, OUT removal_id uuid
) RETURNS SETOF record
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  IF thing = 'post' THEN
    RETURN QUERY SELECT p.author_id, p.id, NULL::uuid, p.removal_id
      FROM posts p WHERE p.id = target AND p.deleted_at IS NULL FOR UPDATE;
  ELSIF thing = 'comment' THEN
    PERFORM FROM posts WHERE id = (SELECT c.post_id FROM comments c WHERE c.id = target) FOR NO KEY UPDATE;
    RETURN QUERY SELECT c.author_id, c.post_id, c.parent_id, c.removal_id
      FROM comments c WHERE c.id = target AND c.deleted_at IS NULL FOR NO KEY UPDATE;
  ELSE
    RETURN QUERY SELECT n.author_id, NULL::uuid, n.parent_id, n.removal_id
      FROM lock_note(target) n WHERE n.deleted_at IS NULL;
  END IF;
END $$;

-- Removes content, in the transaction that records the action. The application checks permission. The author's
-- notification contains the rule, but never the moderator.
CREATE FUNCTION remove_content(kind text, target uuid, action uuid) RETURNS void
LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
  held record;
  original jsonb;
BEGIN
  SELECT * INTO held FROM lock_content(kind, target);
  IF NOT FOUND THEN
    PERFORM refuse('removed_content_not_found', 'Not found');
  ELSIF held.removal_id IS NOT NULL THEN
    PERFORM refuse('removed_content_already', 'Already removed');
  END IF;
  IF kind = 'post' THEN
    SELECT jsonb_build_object(
      'row', jsonb_build_object('title', p.title, 'content', p.content, 'content_text', p.content_text, 'format', p.format,
        'is_pinned', p.is_pinned, 'edited_at', p.edited_at, 'updated_at', p.updated_at),
      'n', (SELECT s.n FROM post_search s WHERE s.post_id = p.id),
      'concepts', coalesce((
        SELECT jsonb_agg(pc.concept_id ORDER BY pc.position) FROM post_concepts pc WHERE pc.post_id = p.id), '[]'))
    INTO original FROM posts p WHERE p.id = target;
  ELSIF kind = 'comment' THEN
    SELECT jsonb_build_object(
      'row', jsonb_build_object('content', c.content, 'edited_at', c.edited_at, 'updated_at', c.updated_at),
      'n', (SELECT s.n FROM comment_search s WHERE s.id = c.id))
    INTO original FROM comments c WHERE c.id = target;
  ELSE
    SELECT jsonb_build_object(
      'row', jsonb_build_object('content', o.content, 'edited_at', o.edited_at, 'updated_at', o.updated_at),
      'n', (SELECT s.n FROM note_search s WHERE s.id = o.id))
    INTO original FROM notes o WHERE o.id = target;
  END IF;
  INSERT INTO removed_content (kind, id, author_id, content, action_id)
  SELECT kind, target, held.author_id, original || jsonb_build_object(
    'activity', coalesce((SELECT jsonb_agg(a ORDER BY a.id) FROM user_activity a WHERE a.target_id = target), '[]'),
    -- A notification about a comment also has a post_id, but belongs to the comment.
    'notifications', coalesce((
      SELECT jsonb_agg(n ORDER BY n.id) FROM notifications n
      WHERE CASE kind WHEN 'post' THEN n.post_id = target AND n.comment_id IS NULL
        WHEN 'comment' THEN n.comment_id = target ELSE n.note_id = target END), '[]')), action;

  DELETE FROM user_activity a WHERE a.target_id = target;
  IF kind = 'post' THEN
    DELETE FROM notifications n WHERE n.post_id = target AND n.comment_id IS NULL;
    -- Must come before the DELETE from post_concepts, whose trigger would index the post again for each row.
    DELETE FROM post_search s WHERE s.post_id = target;
    DELETE FROM post_concepts pc WHERE pc.post_id = target;
    UPDATE posts p SET removed_at = now(), removal_id = action, title = 'Removed post',
      content = '<p>This post was removed by a moderator.</p>', content_text = 'This post was removed by a moderator.',
      format = 'plain', is_pinned = false, edited_at = NULL, updated_at = now()
    WHERE p.id = target;
  ELSIF kind = 'comment' THEN
    DELETE FROM notifications n WHERE n.comment_id = target;
    UPDATE comments c SET removed_at = now(), removal_id = action, edited_at = NULL, updated_at = now(),
      content = 'This comment was removed by a moderator.'
    WHERE c.id = target;
  ELSE
    DELETE FROM notifications n WHERE n.note_id = target;
    UPDATE notes o SET removed_at = now(), removal_id = action, edited_at = NULL, updated_at = now(),
      content = 'This note was removed by a moderator.'
    WHERE o.id = target;
  END IF;
  -- The notification shows the rule, but never the moderator.
  INSERT INTO notifications (user_id, type, post_id, comment_id, note_id, dedupe_key)
  SELECT held.author_id, 'removal', held.post_id, CASE kind WHEN 'comment' THEN target END,
    CASE kind WHEN 'note' THEN target END, 'removal:' || action
  WHERE held.author_id IS NOT NULL;
END $$;

-- Reverses remove_content(). Skips concepts and voters that have been deleted since.
CREATE FUNCTION restore_content(kind text, target uuid, action uuid) RETURNS void
LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
  held record;
  original jsonb;
  post posts;
  comment comments;
  note notes;
BEGIN
  SELECT * INTO held FROM lock_content(kind, target);
  IF NOT FOUND THEN
    PERFORM refuse('removed_content_not_found', 'Not found');
  ELSIF held.removal_id IS NULL THEN
    PERFORM refuse('removed_content_not_removed', 'Not removed');
  END IF;
  DELETE FROM removed_content r WHERE r.kind = restore_content.kind AND r.id = target RETURNING r.content INTO original;
  IF original IS NULL THEN
    PERFORM refuse('removed_content_erased', 'The original was erased');
  END IF;
  DELETE FROM notifications n WHERE n.user_id = held.author_id AND n.dedupe_key = 'removal:' || held.removal_id;
  -- Inserts the search entry with its former number n. The updates below fire the triggers that fill it.
  IF kind = 'post' THEN
    post := jsonb_populate_record(NULL::posts, original -> 'row');
    INSERT INTO post_search (post_id, n, search_vector)
    SELECT target, place, '' FROM (SELECT (original ->> 'n')::bigint AS place) AS former WHERE place IS NOT NULL;
    UPDATE posts p SET removed_at = NULL, removal_id = NULL, title = post.title, content = post.content,
      content_text = post.content_text, format = post.format, is_pinned = post.is_pinned, edited_at = post.edited_at,
      updated_at = post.updated_at
    WHERE p.id = target;
    INSERT INTO post_concepts (post_id, concept_id, position)
    SELECT target, c.id, row_number() OVER (ORDER BY label.place) - 1
    FROM jsonb_array_elements_text(original -> 'concepts') WITH ORDINALITY AS label (id, place)
    JOIN concepts c ON c.id = label.id::uuid;
  ELSIF kind = 'comment' THEN
    comment := jsonb_populate_record(NULL::comments, original -> 'row');
    INSERT INTO comment_search (id, n, search_vector)
    SELECT target, coalesce((original ->> 'n')::bigint, nextval(pg_get_serial_sequence('comment_search', 'n'))), '';
    UPDATE comments c SET removed_at = NULL, removal_id = NULL, content = comment.content,
      edited_at = comment.edited_at, updated_at = comment.updated_at
    WHERE c.id = target;
  ELSE
    note := jsonb_populate_record(NULL::notes, original -> 'row');
    INSERT INTO note_search (id, n, search_vector)
    SELECT target, coalesce((original ->> 'n')::bigint, nextval(pg_get_serial_sequence('note_search', 'n'))), '';
    UPDATE notes o SET removed_at = NULL, removal_id = NULL, content = note.content,
      edited_at = note.edited_at, updated_at = note.updated_at
    WHERE o.id = target;
  END IF;
  INSERT INTO user_activity
  SELECT former.* FROM jsonb_populate_recordset(NULL::user_activity, original -> 'activity') AS former
  JOIN profiles ON profiles.id = former.user_id
  ON CONFLICT DO NOTHING;
  INSERT INTO notifications
  SELECT (former).* FROM (
    SELECT jsonb_populate_record(n, CASE WHEN n.related_user_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM profiles WHERE id = n.related_user_id) THEN '{"related_user_id": null}'::jsonb ELSE '{}' END) AS former
    FROM jsonb_populate_recordset(NULL::notifications, original -> 'notifications') AS n
    JOIN profiles ON profiles.id = n.user_id) AS rows
  ON CONFLICT DO NOTHING;
END $$;

-- Turns a removal that the forum made automatically after reports into the removal of the moderator who confirms it.
-- Notifies the author again.
CREATE FUNCTION confirm_removal(kind text, target uuid, action uuid) RETURNS void
LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
  held record;
BEGIN
  SELECT * INTO held FROM lock_content(kind, target);
  IF held.removal_id IS NULL THEN
    PERFORM refuse('removed_content_not_removed', 'Not removed');
  END IF;
  UPDATE removed_content r SET action_id = action, removed_at = now(), erase_at = now() + interval '90 days'
  WHERE r.kind = confirm_removal.kind AND r.id = target;
  IF kind = 'post' THEN
    UPDATE posts p SET removal_id = action WHERE p.id = target;
  ELSIF kind = 'comment' THEN
    UPDATE comments c SET removal_id = action WHERE c.id = target;
  ELSE
    UPDATE notes o SET removal_id = action WHERE o.id = target;
  END IF;
  DELETE FROM notifications n WHERE n.user_id = held.author_id AND n.dedupe_key = 'removal:' || held.removal_id;
  INSERT INTO notifications (user_id, type, post_id, comment_id, note_id, dedupe_key)
  SELECT held.author_id, 'removal', held.post_id, CASE kind WHEN 'comment' THEN target END,
    CASE kind WHEN 'note' THEN target END, 'removal:' || action
  WHERE held.author_id IS NOT NULL;
END $$;

-- Deletes the original texts of content that was deleted, unless a moderation case about it is open.
CREATE FUNCTION delete_removed_content(thing text, ids uuid[]) RETURNS void
LANGUAGE sql AS $$
  DELETE FROM removed_content r
  WHERE r.kind = thing AND r.id = ANY (ids) AND NOT EXISTS (
    SELECT FROM moderation_cases c
    WHERE c.closed_at IS NULL
      AND (c.kind = thing AND c.target_id = r.id OR c.kind = 'action' AND c.target_id = r.action_id))
$$;

-- Deletes the original text and the notification of the removal when removed content becomes a stub.
CREATE FUNCTION delete_removal_of_stub(thing text, target uuid, author uuid, removal uuid) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM delete_removed_content(thing, ARRAY[target]);
  DELETE FROM notifications WHERE user_id = author AND dedupe_key = 'removal:' || removal;
END $$;
