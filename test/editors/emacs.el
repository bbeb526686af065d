;;; One journey in Emacs with eglot; exit code 1 and a line where something is not as it should be. -*- lexical-binding: t -*-
(require 'package)
(package-initialize)
(setq eglot-sync-connect 20
      eglot-confirm-server-initiated-edits nil
      eglot-events-buffer-size 0
      eglot-autoshutdown t
      make-backup-files nil
      create-lockfiles nil)
(require 'cql-mode)
(require 'flymake)
(require 'xref)

;; A person says yes to an edit of several files.
(defalias 'y-or-n-p (lambda (&rest _) t))

(defvar folder (file-name-as-directory (getenv "CQL_FOLDER")))
(defvar journey (getenv "CQL_JOURNEY"))

(defun fail (format &rest arguments)
  (princ (concat "FAIL " (apply #'format format arguments) "\n"))
  (kill-emacs 1))

(defun eventually (what holds)
  (let ((end (+ (float-time) 20)))
    (while (and (< (float-time) end) (not (funcall holds)))
      (accept-process-output nil 0.05)
      ;; News of files are events, which only reading an event takes.
      (ignore-errors (read-event nil nil 0.01))
      (ignore-errors (flymake-start)))
    (unless (funcall holds) (fail "%s: %S" what (findings)))))

(defun findings ()
  (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))
(defun refused ()
  (seq-some (lambda (text) (string-match-p "country" text)) (findings)))
(defun at (line text)
  (goto-char (point-min))
  (forward-line (1- line))
  (search-forward text)
  (goto-char (match-beginning 0)))
(defun ask (method &optional more)
  (jsonrpc-request (eglot--current-server-or-lose) method (append (eglot--TextDocumentPositionParams) more)))
(defun save-all ()
  (save-some-buffers t))

(defun apply-table ()
  (eventually "no finding" #'refused)
  (at 2 "country")
  (let* ((actions (eglot-code-actions (point) (1+ (point))))
         (action (seq-find (lambda (one) (equal (plist-get one :title) "Create table `users_by_country` and use it here"))
                           actions)))
    (unless action (fail "%S" (mapcar (lambda (one) (plist-get one :title)) actions)))
    (unless (plist-get action :edit)
      (setq action (jsonrpc-request (eglot--current-server-or-lose) :codeAction/resolve action)))
    (eglot--apply-workspace-edit (plist-get action :edit)))
  ;; Changes are sent when Emacs is idle, which a batch never is.
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (eglot-managed-p) (eglot--signal-textDocument/didChange))))
  (eventually "the finding stays" (lambda () (not (refused))))
  (save-all))

(find-file (concat folder "queries.cql"))
(unless (eq major-mode 'cql-mode) (fail "mode is %s" major-mode))
;; A batch has no command loop: what runs after a command does not run.
(unless (eglot-managed-p) (apply #'eglot--connect (eglot--guess-contact)))

(pcase journey
  ((or "finding" "rootless") (eventually "no finding" #'refused))
  ("hover"
   (at 1 "users")
   (let ((hover (format "%S" (ask :textDocument/hover))))
     (unless (string-match-p "PRIMARY KEY" hover) (fail "%s" hover))))
  ("complete"
   (goto-char (point-max))
   (insert "SELECT email FROM shop.")
   (eglot--signal-textDocument/didChange)
   (let* ((data (eglot-completion-at-point))
          (all (all-completions "" (nth 2 data))))
     (unless (seq-some (lambda (label) (string-match-p "users" label)) all) (fail "%S" all))))
  ("apply" (apply-table))
  ("undone"
   (apply-table)
   (dolist (buffer (buffer-list))
     (with-current-buffer buffer
       (when (eglot-managed-p)
         ;; A batch has no command loop, which would set it.
         (undo-boundary)
         (undo)
         (eglot--signal-textDocument/didChange))))
   (eventually "the finding stays away" #'refused)
   (save-all))
  ((or "rename" "programs")
   (at 1 "email")
   (eglot-rename "mail")
   (save-all))
  ("format"
   (eglot-format-buffer)
   (save-all))
  ("definition"
   (at 1 "users")
   (let ((found (xref-backend-definitions 'eglot "users")))
     (unless (string-match-p "schema\\.cql" (format "%S" found)) (fail "%S" found))))
  ("references"
   (at 1 "users")
   (let ((found (xref-backend-references 'eglot "users")))
     (unless (= (length found) 3) (fail "%S" found))))
  ("disk"
   (eventually "no finding" #'refused)
   (write-region "CREATE INDEX ON shop.users (country);\n" nil (concat folder "schema.cql") t)
   (set-buffer-modified-p t)
   (save-buffer)
   (eventually "the finding stays" (lambda () (not (refused)))))
  ("unsaved"
   (eventually "no finding" #'refused)
   (let ((queries (current-buffer)))
     (find-file (concat folder "schema.cql"))
     (goto-char (point-max))
     (insert "CREATE INDEX ON shop.users (country);\n")
     (eglot--signal-textDocument/didChange)
     (set-buffer queries))
   (eventually "the finding stays" (lambda () (not (refused)))))
  (_ (fail "no journey %s" journey)))
(ignore-errors (eglot-shutdown (eglot-current-server)))
(kill-emacs 0)
