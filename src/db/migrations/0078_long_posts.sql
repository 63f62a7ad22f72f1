-- Posts with formatting take 100,000 characters; those of plain text stay at 10,000. Both checks are wider than those
-- before them, so what is there passes; a node of the version before sends nothing that is longer.
ALTER TABLE posts
  DROP CONSTRAINT posts_content_check,
  DROP CONSTRAINT posts_content_text_check,
  ADD CONSTRAINT posts_content_check
    CHECK (char_length(content) BETWEEN 1 AND CASE format WHEN 'plain' THEN 60000 ELSE 300000 END),
  ADD CONSTRAINT posts_content_text_check CHECK (
    char_length(content_text) <= CASE format WHEN 'plain' THEN 10000 ELSE 100000 END AND content_text ~ '\S');
